import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** The keys that may sign releases. The shop never has the private keys. */
export const publisherKeys = sqliteTable(
  'publisher_keys',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Whose key it is, as shown to customers. */
    name: text('name').notNull(),
    /** The line of an OpenSSH public key, without a comment. */
    publicKey: text('public_key').notNull(),
    /** `SHA256:…`, as `ssh-keygen -l` prints it. */
    fingerprint: text('fingerprint').notNull(),
    /** No references: the keys' history outlives the accounts. Null: unknown, of a local run or a restored database. */
    addedBy: integer('added_by'),
    addedAt: instant('added_at').notNull(),
    /** Signatures count from then on. */
    activeFrom: instant('active_from').notNull(),
    removedBy: integer('removed_by'),
    /** When the removal was requested; null: it was not, or the request was cancelled. */
    removedAt: instant('removed_at'),
    /** Signatures of later publications do not count; null: no end. */
    activeUntil: instant('active_until'),
  },
  (t) => [
    uniqueIndex('publisher_keys_present').on(t.fingerprint).where(sql`${t.activeUntil} is null`),
    check('publisher_keys_removal', sql`(${t.removedAt} is null) = (${t.activeUntil} is null)`),
  ],
)
