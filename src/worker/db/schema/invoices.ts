import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { type Billing, INVOICE_CAUSES, INVOICE_SERIES, type InvoiceFacts } from '#shared/invoices/contract.ts'
import { users } from './accounts.ts'
import { cents, instant, oneOf } from './columns.ts'
import { ledgerEntries, payments } from './payments.ts'

/** The billing details that an account gave, for its next invoices and orders. */
export const billingDetails = sqliteTable('billing_details', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null: none for invoices. */
  details: text('details', { mode: 'json' }).$type<Billing>(),
  /** The country of the latest crypto order whose tax went by the country (ISO 3166-1 alpha-2); null: none was asked for. */
  country: text('country'),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * Invoices and credit notes, each series numbered without gaps. A trigger writes one for each entry of the money ledger,
 * in the transaction of the entry, so that neither exists alone. Append-only: a correction is a credit note and a new
 * invoice.
 */
export const invoices = sqliteTable(
  'invoices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    series: text('series', { enum: INVOICE_SERIES }).notNull(),
    number: integer('number').notNull(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Counts the documents of one payment. Of two corrections at once, one is refused. */
    position: integer('position').notNull(),
    cause: text('cause', { enum: INVOICE_CAUSES }).notNull(),
    /** Null for a correction, which moves no money. */
    ledgerEntryId: integer('ledger_entry_id')
      .unique()
      .references(() => ledgerEntries.id),
    /** The invoice that a credit note credits, or that a later invoice replaces. */
    creditsId: integer('credits_id').references((): AnySQLiteColumn => invoices.id),
    /** Positive in both series. */
    amountCents: cents('amount_cents').notNull(),
    /** The tax in the amount, positive in both series; null: no tax was configured, and none is claimed. */
    taxCents: cents('tax_cents'),
    /** Seller, buyer, product and payment as they were when the document was issued. */
    facts: text('facts', { mode: 'json' }).$type<InvoiceFacts>().notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.series, t.number),
    uniqueIndex('invoices_position').on(t.paymentId, t.position),
    index('invoices_issued').on(t.issuedAt, t.id),
    check('invoices_series_known', sql`${t.series} in (${oneOf(INVOICE_SERIES)})`),
    check('invoices_cause_known', sql`${t.cause} in (${oneOf(INVOICE_CAUSES)})`),
    check('invoices_amount', sql`${t.amountCents} > 0`),
  ],
)
