import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** Who did what, when, from where. Append-only: a trigger refuses changes. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** No reference: the log outlives the account. */
    actorId: integer('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: text('before', { mode: 'json' }).$type<unknown>(),
    after: text('after', { mode: 'json' }).$type<unknown>(),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('audit_log_created').on(t.createdAt, t.id),
    index('audit_log_subject').on(t.subject, t.id),
    index('audit_log_actor').on(t.actorId, t.id),
  ],
)
