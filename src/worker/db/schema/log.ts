import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** The entries of the public log. Triggers refuse changes, deletions and gaps (migrations/0019_public-log.sql). */
export const logEntries = sqliteTable(
  'log_entries',
  {
    /** The place in the log, from 0. */
    idx: integer('idx').primaryKey(),
    /** JSON. The leaf is the hash of its UTF-8 bytes (`hashLeaf`). */
    entry: text('entry').notNull(),
    /** The leaf's hash, lower-case hex. */
    leaf: text('leaf').notNull(),
    /** Hash of the file that the entry is about, for the search; null: about no file. */
    sha256: text('sha256'),
  },
  (t) => [uniqueIndex('log_entries_leaf').on(t.leaf), index('log_entries_file').on(t.sha256, t.idx)],
)

/** Hashes of complete subtrees. `id`: `nodeId` of level and index. Append-only. */
export const logNodes = sqliteTable('log_nodes', {
  id: integer('id').primaryKey(),
  hash: text('hash').notNull(),
})

/** The signed checkpoints. Append-only. */
export const logCheckpoints = sqliteTable('log_checkpoints', {
  /** Entries in the tree. */
  size: integer('size').primaryKey(),
  /** The signed note, as it is served. */
  note: text('note').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Entries that wait for their place in the log, written in the batch of the change that they report. */
export const logPending = sqliteTable(
  'log_pending',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    entry: text('entry').notNull(),
    leaf: text('leaf').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('log_pending_leaf', sql`length(${t.leaf}) = 64`)],
)
