import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { payments } from './payments.ts'

/** The one reminder of an unfinished checkout that its buyer asked for. */
export const checkoutReminders = sqliteTable(
  'checkout_reminders',
  {
    paymentId: integer('payment_id')
      .primaryKey()
      .references(() => payments.id),
    dueAt: instant('due_at').notNull(),
    /** When the sweep sent it, or found that it is not needed; null: it waits. */
    doneAt: instant('done_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('checkout_reminders_due').on(t.dueAt).where(sql`${t.doneAt} is null`),
    index('checkout_reminders_created').on(t.createdAt),
  ],
)
