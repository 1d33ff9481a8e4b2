import { and, asc, eq, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { outbox } from '../../db/schema/notifications.ts'

/** Messages that were never dispatched and are due, the longest due first. */
export const listDue = (db: Db, now: number, limit: number) =>
  db
    .select({
      id: outbox.id,
      key: outbox.key,
      topic: outbox.topic,
      payload: outbox.payload,
      hub: users.reference,
    })
    .from(outbox)
    .leftJoin(users, eq(users.id, sql`json_extract(${outbox.payload}, '$.userId')`))
    .where(and(isNull(outbox.dispatchedAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)

/** SQL: the number of messages, dispatched or not, whose keys are between these. */
export const countBetween = (from: SQL, until: SQL): SQL<number> =>
  sql`(select count(*) from outbox where key > ${from} and key < ${until})`

/** The first of these keys. */
export const listFirstBetween = (db: Db, from: string, until: string) =>
  db
    .select({ key: outbox.key })
    .from(outbox)
    .where(and(gt(outbox.key, from), lt(outbox.key, until)))
    .orderBy(asc(outbox.key))
    .limit(1)
