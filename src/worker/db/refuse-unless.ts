import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/accounts.ts'

/**
 * The value where `condition` holds at this place of the batch, else null: a NOT NULL column then refuses the whole
 * batch. `refusedBy` recognizes the column.
 */
export const refuseUnless = <Value>(condition: SQL, value: Value | SQL<Value> | AnyColumn): SQL<Value> =>
  sql<Value>`case when ${condition} then ${value} end`

/** Refuses the batch of this user where `condition` does not hold at this place of it (`refusedBy`: `users.reference`). */
export const requireThat = (db: Db, userId: number, condition: SQL) =>
  db
    .update(users)
    .set({ reference: refuseUnless(condition, users.reference) })
    .where(eq(users.id, userId))
