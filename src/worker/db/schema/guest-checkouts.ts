import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { payments } from './payments.ts'

/** A checkout that was opened in the shop without an account, with the proof of the browser that opened it. */
export const guestCheckouts = sqliteTable(
  'guest_checkouts',
  {
    paymentId: integer('payment_id')
      .primaryKey()
      .references(() => payments.id),
    /** SHA-256 (hex) of the secret in the browser's cookie. One browser has one secret for all its checkouts. */
    secretHash: text('secret_hash').notNull(),
    /** The browser's id of one attempt: sent twice, it is the same payment. */
    clientPaymentId: text('client_payment_id').notNull(),
    /** How often the buyer corrected the address of the order. */
    corrections: integer('corrections').notNull().default(0),
    /** Links made before this time are ended: the address that they went to was corrected. */
    linksValidFrom: instant('links_valid_from'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('guest_checkouts_attempt').on(t.secretHash, t.clientPaymentId),
    index('guest_checkouts_created').on(t.createdAt),
  ],
)
