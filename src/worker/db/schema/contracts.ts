import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { payments } from './payments.ts'

/** Statements of withdrawal from a contract. A payment is withdrawn from once. */
export const contractWithdrawals = sqliteTable(
  'contract_withdrawals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Random, and named in the receipt. */
    reference: text('reference').notNull().unique(),
    /** Null: no order of a guest matched, and the statement is a message to support. */
    paymentId: integer('payment_id').references(() => payments.id),
    /** The declared name; erased with the account. */
    name: text('name'),
    /** When the statement arrived: it counts from then. */
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('contract_withdrawals_payment').on(t.paymentId),
    index('contract_withdrawals_created').on(t.createdAt, t.id),
  ],
)
