import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

export type Db = DrizzleD1Database

/** A change that is not executed yet: the use case puts several into one batch. */
export type Write = BatchItem<'sqlite'>

export const openDb = (binding: D1Database): Db => drizzle(binding)

/**
 * Executes all writes as one SQL transaction: all of them or, when the schema refuses one, none.
 * @throws the database's error; ask `refusedBy` which constraint it was.
 */
export async function commit(db: Db, writes: Write[]): Promise<void> {
  const [first, ...rest] = writes
  if (first) await db.batch([first, ...rest])
}

/** True where a UNIQUE constraint on this table (or on one column of it) made the batch roll back. */
export function refusedBy(error: unknown, table: string, column = ''): boolean {
  const constraint = `UNIQUE constraint failed: ${table}.${column}`
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(constraint)) return true
  }
  return false
}
