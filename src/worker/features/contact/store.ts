import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { MessageState } from '#shared/contact/contract.ts'
import type { Db } from '../../db/client.ts'
import { startsWith } from '../../db/prefix.ts'
import { users } from '../../db/schema/accounts.ts'
import { contactMessages } from '../../db/schema/contact.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { before, type Moment } from '../../http/moment-paging.ts'

const EXCERPT_CHARS = 200

/** Maximum number of a sender's other messages that are shown beside one. */
const OTHERS = 20

const messageRow = {
  id: contactMessages.id,
  firstName: contactMessages.firstName,
  lastName: contactMessages.lastName,
  email: contactMessages.email,
  subject: contactMessages.subject,
  excerpt: sql<string>`substr(${contactMessages.message}, 1, ${EXCERPT_CHARS})`.as('excerpt'),
  createdAt: contactMessages.createdAt,
  answeredAt: contactMessages.answeredAt,
  wasMailed: sql<boolean>`${contactMessages.answer} is not null`.mapWith(Boolean).as('was_mailed'),
}

const sender = sql`lower(${contactMessages.email})`

const inState: Record<MessageState, SQL | undefined> = {
  open: isNull(contactMessages.answeredAt),
  answered: isNotNull(contactMessages.answeredAt),
  all: undefined,
}

const senderOf = (id: number) => sql`(select lower(m.email) from contact_messages m where m.id = ${id})`

/** One row more than `limit`: newest first or, with `q`, by address, only of senders whose address begins with `q`. */
export function listMessages(
  db: Db,
  input: { state: MessageState; limit: number; cursor?: Moment | undefined; q?: string | undefined },
) {
  const { state, limit, cursor, q } = input
  const all = db.select(messageRow).from(contactMessages).$dynamic()
  const listed = q
    ? all.where(and(ofSenders(q, cursor), inState[state])).orderBy(desc(sender), desc(contactMessages.id))
    : all
        .where(and(before(contactMessages.createdAt, contactMessages.id, cursor), inState[state]))
        .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
  return listed.limit(limit + 1)
}

/** A page of a search begins below the last message of the page before. That message's address is the upper bound. */
function ofSenders(q: string, cursor: Moment | undefined): SQL {
  if (!cursor) return startsWith(sender, q)
  const last = senderOf(cursor.id)
  return sql`${sender} >= ${q} and ${sender} <= ${last}
    and (${sender} < ${last} or ${contactMessages.id} < ${cursor.id})`
}

/** The key of the mail with the answer given at this time. */
export const answerKey = (id: number, answeredAt: number) => `support-answer:${id}:${answeredAt}`

/** The same key in SQL, for message `m`. */
const answerKeyOfRow = sql`'support-answer:' || m.id || ':' || m.answered_at`

/** A message, its sender's latest other messages and account, and the delivery of its answer. One round trip. */
export async function findMessage(db: Db, id: number) {
  const [[message], others, [account], [delivery]] = await db.batch([
    db
      .select({
        ...messageRow,
        message: contactMessages.message,
        newsletter: contactMessages.newsletter,
        ip: contactMessages.ip,
        answer: contactMessages.answer,
        answeredBy: contactMessages.answeredBy,
        answeredByName: users.username,
      })
      .from(contactMessages)
      .leftJoin(users, eq(users.id, contactMessages.answeredBy))
      .where(eq(contactMessages.id, id)),
    db
      .select(messageRow)
      .from(contactMessages)
      .where(and(sql`${sender} = ${senderOf(id)}`, ne(contactMessages.id, id)))
      .orderBy(desc(contactMessages.id))
      .limit(OTHERS),
    db
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(
        and(
          sql`${users.emailKey} = ${senderOf(id)}`,
          isNotNull(users.emailVerifiedAt),
          isNull(users.deletedAt),
        ),
      )
      .limit(1),
    db
      .select({ status: emailDeliveries.status })
      .from(emailDeliveries)
      .where(
        sql`${emailDeliveries.key} = (select ${answerKeyOfRow} from contact_messages m where m.id = ${id})`,
      ),
  ])
  return message && { message, others, account: account ?? null, delivery: delivery?.status ?? null }
}

export type MessageListed = Awaited<ReturnType<typeof listMessages>>[number]

export type MessageFound = NonNullable<Awaited<ReturnType<typeof findMessage>>>
