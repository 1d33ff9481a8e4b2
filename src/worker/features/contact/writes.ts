import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import { noteAction } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { contactMessages } from '../../db/schema/contact.ts'

export const insertMessage = (db: Db, message: typeof contactMessages.$inferInsert) =>
  db.insert(contactMessages).values(message)

type ByAdmin = { actorId: number; ip: string | null; now: number }

/**
 * The audit entry of an action on a message. If the message has changed since it was read, the table refuses the entry
 * and its batch, so that of two admins at once one answers. The entry has no text: the message may be erased later.
 */
export const noteMessage = (
  db: Db,
  { id, isOpen }: { id: number; isOpen: boolean },
  { action, after, ...by }: ByAdmin & { action: AuditAction; after: object },
) =>
  noteAction(db, {
    ...by,
    action,
    onlyIf: sql`exists (select 1 from contact_messages m where m.id = ${id}
      and (m.answered_at is null) = ${isOpen ? 1 : 0})`,
    subject: `message:${id}`,
    before: { open: isOpen },
    after,
  })

/** Appends to the answer given before the message was reopened. */
export const answerMessage = (db: Db, id: number, { answer, actorId, now }: ByAdmin & { answer: string }) =>
  db
    .update(contactMessages)
    .set({
      answer: sql`coalesce(${contactMessages.answer} || ${'\n\n* * *\n\n'}, '') || ${answer}`,
      answeredAt: now,
      answeredBy: actorId,
    })
    .where(eq(contactMessages.id, id))

export const closeMessage = (db: Db, id: number, { actorId, now }: ByAdmin) =>
  db.update(contactMessages).set({ answeredAt: now, answeredBy: actorId }).where(eq(contactMessages.id, id))

export const reopenMessage = (db: Db, id: number) =>
  db.update(contactMessages).set({ answeredAt: null, answeredBy: null }).where(eq(contactMessages.id, id))

/** Erases the IP addresses of old messages. The messages stay. */
export const forgetSenders = (db: Db, before: number) =>
  db
    .update(contactMessages)
    .set({ ip: null })
    .where(and(lt(contactMessages.createdAt, before), isNotNull(contactMessages.ip)))
