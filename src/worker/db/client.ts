import { type Column, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { OutboxMessage } from './schema/notifications.ts'

export type Db = DrizzleD1Database

export type Statement = BatchItem<'sqlite'>

/** A statement that enqueues an outbox message and returns it; none where it enqueued none. */
export type OutboxWrite = { enqueue: Statement & { _: { readonly result: OutboxMessage[] } } }

/** A change that is not executed yet: the use case puts several into one batch. */
export type Write = Statement | OutboxWrite

/** The binding, or a session of it (D1's Sessions API): drizzle calls nothing else. */
export type Database = Pick<D1Database, 'prepare' | 'batch'>

const opened = new WeakMap<Database, Db>()

/** The same for the same binding: making it takes longer than most of a request's own work. */
export function openDb(database: Database): Db {
  const known = opened.get(database)
  if (known) return known
  const db = drizzle(database as D1Database)
  opened.set(database, db)
  return db
}

/**
 * Executes all writes as one SQL transaction: all of them or, when the schema refuses one, none. Returns the outbox
 * messages that they enqueued, in their order.
 * @throws the database's error; `refusedBy` recognizes its constraint.
 */
export async function commit(db: Db, writes: readonly Write[]): Promise<OutboxMessage[]> {
  const [first, ...rest] = statementsOf(writes)
  return first ? enqueuedBy(writes, await db.batch([first, ...rest])) : []
}

const isOutboxWrite = (write: Write): write is OutboxWrite => 'enqueue' in write

/** The statements of these writes, for a caller that reads the results of its batch. */
export const statementsOf = (writes: readonly Write[]): Statement[] =>
  writes.map((write) => (isOutboxWrite(write) ? write.enqueue : write))

/** The outbox messages that these writes enqueued. `results`: those of their statements, in the same order. */
export const enqueuedBy = (writes: readonly Write[], results: readonly unknown[]): OutboxMessage[] =>
  writes.flatMap((write, at) => (isOutboxWrite(write) ? (results[at] as OutboxMessage[]) : []))

/** True where a UNIQUE or NOT NULL constraint on this table (or on one column of it) made the batch roll back. */
export const refusedBy = (error: unknown, table: string, column = ''): boolean =>
  names(error, ` constraint failed: ${table}.${column}`)

/** True where the CHECK of this name made the batch roll back. */
export const refusedByCheck = (error: unknown, name: string): boolean =>
  names(error, `CHECK constraint failed: ${name}`)

function names(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(constraint)) return true
  }
  return false
}

type Aliased<Columns extends Record<string, Column>> = {
  [Name in keyof Columns]: SQL.Aliased<
    Columns[Name]['_']['notNull'] extends true
      ? Columns[Name]['_']['data']
      : Columns[Name]['_']['data'] | null
  >
}

/**
 * The columns with a prefix in their names. D1 returns the rows of a batch as objects, in which the last of two joined
 * columns with one name overwrites the first. So a query that may run in a batch prefixes the joined table's columns.
 */
export function aliased<Columns extends Record<string, Column>>(
  prefix: string,
  columns: Columns,
): Aliased<Columns> {
  const entries = Object.entries(columns).map(([name, column]) => [
    name,
    sql`${column}`.mapWith(column).as(`${prefix}_${column.name}`),
  ])
  return Object.fromEntries(entries) as Aliased<Columns>
}
