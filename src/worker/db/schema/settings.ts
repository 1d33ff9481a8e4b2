import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const SETTING_NAMES = ['seller', 'tax'] as const

/**
 * Settings that an owner changes while the shop runs. Append-only (triggers refuse changes): each change is a row with
 * the next revision, and mails and invoices can name the setting of their time.
 */
export const shopSettings = sqliteTable(
  'shop_settings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name', { enum: SETTING_NAMES }).notNull(),
    /** Counts the changes of one setting. Of two owners who change the same revision, one is refused. */
    revision: integer('revision').notNull(),
    value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('shop_settings_revision').on(t.name, t.revision)],
)
