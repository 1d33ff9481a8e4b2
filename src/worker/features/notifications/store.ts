import { and, asc, eq, getTableColumns, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
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

/** The messages of these keys that are not dispatched yet, in the order of their ids. */
export const listByKeys = (db: Db, keys: readonly string[]) =>
  selectOutbox(db)
    .where(and(inList(outbox.key, keys), isNull(outbox.dispatchedAt)))
    .orderBy(asc(outbox.id))

/** The message of this key, which SQL computes, if it is not dispatched yet. */
export const selectByKey = (db: Db, key: SQL<string>) =>
  selectOutbox(db)
    .where(and(eq(outbox.key, key), isNull(outbox.dispatchedAt)))
    .limit(1)

/** Messages that were never dispatched and are due, the longest due first. */
export const listDue = (db: Db, now: number, limit: number) =>
  selectOutbox(db)
    .where(and(isNull(outbox.dispatchedAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)

type Key = string | SQL<string>

const keysBetween = (from: Key, until: Key) => and(gt(outbox.key, from), lt(outbox.key, until))

/** SQL: the number of messages, dispatched or not, whose keys are between these. */
export const countBetween = (from: Key, until: Key): SQL<number> =>
  sql`(select count(*) from ${outbox} where ${keysBetween(from, until)})`

/** The first of these keys. */
export const listFirstBetween = (db: Db, from: Key, until: Key) =>
  db
    .select({ key: outbox.key })
    .from(outbox)
    .where(keysBetween(from, until))
    .orderBy(asc(outbox.key))
    .limit(1)
