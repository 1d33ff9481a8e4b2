import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { scripts } from './catalogue.ts'
import { instant } from './columns.ts'

/** The audit log: actor, action, subject, time and address. Append-only: a trigger refuses changes. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** No reference: the log outlives the account. */
    actorId: integer('actor_id'),
    /** What authorized the actor where it was not the account itself: `admin key`. */
    via: text('via'),
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
    index('audit_log_action').on(t.action, t.id),
  ],
)

/** A file that is being uploaded to R2: written before its bytes, deleted in the batch that uses them. */
export const uploads = sqliteTable(
  'uploads',
  {
    /** The R2 key. An upload without a use after one hour is abandoned: the sweep deletes the row and the file. */
    key: text('key').primaryKey(),
    actorId: integer('actor_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('uploads_created').on(t.createdAt)],
)

/** Links for emergency downloads, issued by admins: the `special_key` is signed and carries the row's id. */
export const emergencyLinks = sqliteTable(
  'emergency_links',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    issuedBy: integer('issued_by').notNull(),
    reason: text('reason').notNull(),
    maxUses: integer('max_uses').notNull(),
    uses: integer('uses').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedBy: integer('revoked_by'),
  },
  (t) => [
    index('emergency_links_created').on(t.createdAt, t.id),
    /** Refuses one of two simultaneous requests for the last use. */
    check('emergency_links_uses', sql`${t.uses} between 0 and ${t.maxUses}`),
  ],
)
