import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * The value where `condition` holds at this place of the batch, else null: a NOT NULL column then refuses the whole
 * batch. `refusedBy` recognizes the column.
 */
export const refuseUnless = <Value>(condition: SQL, value: Value | SQL<Value> | AnyColumn): SQL<Value> =>
  sql<Value>`case when ${condition} then ${value} end`
