import { and, asc, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { users } from '../../db/schema/accounts.ts'
import { outbox } from '../../db/schema/notifications.ts'

/** `hub`: the reference of the account whose screens it is for. */
export type Debt = typeof outbox.$inferSelect & { hub: string | null }

const selectDebts = (db: Db) =>
  db
    .select({ ...getTableColumns(outbox), hub: users.reference })
    .from(outbox)
    .leftJoin(users, eq(users.id, sql`json_extract(${outbox.payload}, '$.userId')`))

export const listByKeys = (db: Db, keys: readonly string[]) =>
  selectDebts(db).where(and(inList(outbox.key, keys), isNull(outbox.dispatchedAt)))

/** What was never dispatched and is due, oldest first. */
export const listDue = (db: Db, now: number, limit: number) =>
  selectDebts(db)
    .where(and(isNull(outbox.dispatchedAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)
