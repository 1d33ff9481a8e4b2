import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'

/** What tells that two orders are one person's. */
export const IDENTITY_KINDS = ['account', 'mailbox', 'card'] as const

/**
 * The uses of once-per-person offers, one row for each mark of the person. Marks are keyed hashes: the table alone names
 * nobody. The unique index refuses two simultaneous settlements by one person.
 */
export const identityUses = sqliteTable(
  'identity_uses',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** `coupon:ID` or `trial`. */
    offer: text('offer').notNull(),
    kind: text('kind', { enum: IDENTITY_KINDS }).notNull(),
    /** The name of the key and the hash, with a dot between them. */
    identity: text('identity').notNull(),
    /** The number of this use among the uses of this mark (1, 2 …). */
    number: integer('number').notNull(),
    /** False while the payment's coupon use is released. */
    isLive: flag('is_live').notNull().default(true),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('identity_uses_once').on(t.offer, t.identity, t.number).where(sql`${t.isLive} = 1`),
    uniqueIndex('identity_uses_payment').on(t.paymentId, t.offer, t.identity),
    index('identity_uses_created').on(t.createdAt),
    check('identity_uses_kind_known', sql`${t.kind} in (${oneOf(IDENTITY_KINDS)})`),
    check('identity_uses_number', sql`${t.number} >= 1`),
  ],
)
