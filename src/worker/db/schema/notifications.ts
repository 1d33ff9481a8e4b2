import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns.ts'

/** email: a mail in email_deliveries · user: messages to a user's screens · session: a session that ended. */
const TOPICS = ['email', 'user', 'session'] as const

/**
 * The transactional outbox: effects of a committed change. A row is written in the batch of its change and dispatched
 * after the commit. The sweep dispatches rows that a crash left behind. Receivers ignore a repeated `key`.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    key: text('key').notNull().unique(),
    topic: text('topic', { enum: TOPICS }).notNull(),
    payload: text('payload', { mode: 'json' }).$type<unknown>().notNull(),
    createdAt: instant('created_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    dispatchedAt: instant('dispatched_at'),
    lastError: text('last_error'),
  },
  (t) => [
    index('outbox_due').on(t.nextAttemptAt).where(sql`${t.dispatchedAt} is null`),
    index('outbox_dispatched').on(t.dispatchedAt),
    check('outbox_topic_known', sql`${t.topic} in (${oneOf(TOPICS)})`),
  ],
)

/** What a dispatch needs of a message. `hub`: the reference of the account whose screens it is for. */
export type OutboxMessage = Pick<typeof outbox.$inferSelect, 'id' | 'key' | 'topic' | 'payload'> & {
  hub: string | null
}
