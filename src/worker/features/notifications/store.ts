import { and, asc, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { users } from '../../db/schema/accounts.ts'
import { outbox } from '../../db/schema/notifications.ts'

/** `hub`: the reference of the account whose screens the message is for. */
export type OutboxMessage = typeof outbox.$inferSelect & { hub: string | null }

const selectOutbox = (db: Db) =>
  db
    .select({ ...getTableColumns(outbox), hub: users.reference })
    .from(outbox)
    .leftJoin(users, eq(users.id, sql`json_extract(${outbox.payload}, '$.userId')`))

export const listByKeys = (db: Db, keys: readonly string[]) =>
  selectOutbox(db).where(and(inList(outbox.key, keys), isNull(outbox.dispatchedAt)))

/** Messages that were never dispatched and are due, the longest due first. */
export const listDue = (db: Db, now: number, limit: number) =>
  selectOutbox(db)
    .where(and(isNull(outbox.dispatchedAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)
