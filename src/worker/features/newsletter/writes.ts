import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { subscribers } from '../../db/schema/contact.ts'

/** An address that is not confirmed yet. One row per address: a second row rolls its batch back. */
export const insertSubscriber = (db: Db, address: { email: string; emailKey: string }, now: number) =>
  db.insert(subscribers).values({ ...address, createdAt: now })

/** Waits for a confirmation from now on: the earlier request has expired, or the owner has unsubscribed since. */
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

/** Deletes addresses whose owners never confirmed. */
export const forgetUnanswered = (db: Db, before: number) =>
  db.delete(subscribers).where(and(isNull(subscribers.confirmedAt), lt(subscribers.createdAt, before)))
