import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { noteAction } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { contactMessages, subscribers } from '../../db/schema/contact.ts'

export const insertMessage = (db: Db, message: typeof contactMessages.$inferInsert) =>
  db.insert(contactMessages).values(message)

type ByAdmin = { actorId: number; ip: string | null; now: number }

/**
 * The record of what is done to a message that stands as it was seen. Else it has no action, which the table refuses and
 * the batch with it: of two admins at once one answers. What was written stays out of it: the message may be erased.
 */
export const noteMessage = (
  db: Db,
  { id, isOpen }: { id: number; isOpen: boolean },
  { action, after, ...by }: ByAdmin & { action: string; after: object },
) =>
  noteAction(db, {
    ...by,
    action: sql`case when exists (select 1 from contact_messages m where m.id = ${id}
      and (m.answered_at is null) = ${isOpen ? 1 : 0}) then ${action} end`,
    subject: `message:${id}`,
    before: { open: isOpen },
    after,
  })

/** What was answered before it was opened again stays above. */
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

/** What was asked stays; from where is forgotten. */
export const forgetSenders = (db: Db, before: number) =>
  db
    .update(contactMessages)
    .set({ ip: null })
    .where(and(lt(contactMessages.createdAt, before), isNotNull(contactMessages.ip)))

/** An address that waits for its owner's answer. Once per address: a second row rolls its batch back. */
export const insertSubscriber = (db: Db, address: { email: string; emailKey: string }, now: number) =>
  db.insert(subscribers).values({ ...address, createdAt: now })

/** Waits again from now: the question before went stale, or its owner has left since. */
export const askAgain = (db: Db, id: number, now: number) =>
  db.update(subscribers).set({ createdAt: now, confirmedAt: null }).where(eq(subscribers.id, id))

export const confirmSubscriber = (db: Db, id: number, now: number) =>
  db.update(subscribers).set({ confirmedAt: now, unsubscribedAt: null }).where(eq(subscribers.id, id))

export const endSubscription = (db: Db, id: number, now: number) =>
  db.update(subscribers).set({ unsubscribedAt: now }).where(eq(subscribers.id, id))

export const endSubscriptionOf = (db: Db, emailKey: string, now: number) =>
  db
    .update(subscribers)
    .set({ unsubscribedAt: now })
    .where(and(eq(subscribers.emailKey, emailKey), isNull(subscribers.unsubscribedAt)))

/** Addresses whose owner never answered are not kept. */
export const forgetUnanswered = (db: Db, before: number) =>
  db.delete(subscribers).where(and(isNull(subscribers.confirmedAt), lt(subscribers.createdAt, before)))
