import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * Effects that a committed change owes the world. A row is written in the batch of its change and dispatched after it;
 * what a crash leaves behind, the sweep dispatches. Receivers know a repeated `key`.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    key: text('key').notNull().unique(),
    topic: text('topic', { enum: ['email', 'user'] }).notNull(),
    payload: text('payload', { mode: 'json' }).$type<unknown>().notNull(),
    createdAt: instant('created_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    dispatchedAt: instant('dispatched_at'),
    lastError: text('last_error'),
  },
  (t) => [index('outbox_due').on(t.nextAttemptAt).where(sql`${t.dispatchedAt} is null`)],
)
