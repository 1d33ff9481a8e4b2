import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { cents, flag, instant, oneOf } from './columns.ts'
import { coupons } from './coupons.ts'
import { payments } from './payments.ts'
import { subscriptions } from './subscriptions.ts'

const USAGE_STATES = ['held', 'redeemed', 'released'] as const

/** A use is reserved (`held`) at checkout, redeemed when paid, and released on failure, expiry or refund. */
export const couponUsages = sqliteTable(
  'coupon_usages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    emailIdentity: text('email_identity').notNull(),
    /** The number of this use among the person's uses (1, 2 …): a unique index enforces the per-user limit with it. */
    identityUse: integer('identity_use').notNull(),
    /** The same number per account, over all addresses it gives; null for a guest. */
    accountUse: integer('account_use'),
    /** The /24 or /64 network of the reservation, for the limit per network. */
    network: text('network'),
    state: text('state', { enum: USAGE_STATES }).notNull(),
    paymentId: integer('payment_id').references(() => payments.id),
    subscriptionId: integer('subscription_id').references(() => subscriptions.id),
    discountCents: cents('discount_cents').notNull(),
    originalCents: cents('original_cents').notNull(),
    finalCents: cents('final_cents').notNull(),
    appliedAt: instant('applied_at').notNull(),
    holdExpiresAt: instant('hold_expires_at'),
    /** The marks of its person are stored (`identity_uses`). */
    isMarked: flag('is_marked').notNull().default(false),
  },
  (t) => [
    uniqueIndex('coupon_usages_person')
      .on(t.couponId, t.emailIdentity, t.identityUse)
      .where(sql`${t.state} <> 'released'`),
    uniqueIndex('coupon_usages_account')
      .on(t.couponId, t.userId, t.accountUse)
      .where(sql`${t.state} <> 'released'`),
    uniqueIndex('coupon_usages_payment').on(t.paymentId),
    index('coupon_usages_coupon').on(t.couponId, t.appliedAt),
    /** For uses from before there were marks. */
    index('coupon_usages_unmarked').on(t.id).where(sql`${t.state} = 'redeemed' and ${t.isMarked} = 0`),
    index('coupon_usages_user').on(t.userId),
    index('coupon_usages_network').on(t.couponId, t.network).where(sql`${t.state} = 'held'`),
    index('coupon_usages_holds').on(t.holdExpiresAt).where(sql`${t.state} = 'held'`),
    check('coupon_usages_state_known', sql`${t.state} in (${oneOf(USAGE_STATES)})`),
    check('coupon_usages_account_counted', sql`${t.accountUse} is not null or ${t.userId} is null`),
    check(
      'coupon_usages_sum',
      sql`${t.discountCents} >= 0 and ${t.finalCents} = ${t.originalCents} - ${t.discountCents} and ${t.finalCents} >= 0`,
    ),
  ],
)
