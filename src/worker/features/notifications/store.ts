import { and, asc, inArray, isNull, lte } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { outbox } from '../../db/schema/notifications.ts'

export type Debt = typeof outbox.$inferSelect

export const listByKeys = (db: Db, keys: readonly string[]) =>
  db
    .select()
    .from(outbox)
    .where(and(inArray(outbox.key, [...keys]), isNull(outbox.dispatchedAt)))

/** What was never dispatched and is due, oldest first. */
export const listDue = (db: Db, now: number, limit: number) =>
  db
    .select()
    .from(outbox)
    .where(and(isNull(outbox.dispatchedAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)
