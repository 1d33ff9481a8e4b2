import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { PAYOUT_STATUSES, REFERRAL_STATUSES } from '#shared/referrals/contract.ts'
import { users } from './accounts.ts'
import { cents, instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'
import { subscriptions } from './subscriptions.ts'

const ENTRY_KINDS = ['commission', 'reversal'] as const

export const referralPayouts = sqliteTable(
  'referral_payouts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    referrerId: integer('referrer_id')
      .notNull()
      .references(() => users.id),
    /** The month paid for, `2026-11`. */
    period: text('period').notNull(),
    totalCents: cents('total_cents').notNull(),
    status: text('status', { enum: PAYOUT_STATUSES }).notNull().default('open'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    /** The affiliate's payout address when the batch was made. */
    address: text('address'),
    /** How it was paid, for example a transaction hash. */
    reference: text('reference'),
    paidBy: integer('paid_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('referral_payouts_status').on(t.status, t.id),
    /** Has all that the sum of the open payouts needs. */
    index('referral_payouts_sums').on(t.status, t.totalCents, t.address),
    uniqueIndex('referral_payouts_month').on(t.referrerId, t.period),
    check('referral_payouts_status_known', sql`${t.status} in (${oneOf(PAYOUT_STATUSES)})`),
  ],
)

/** The commission ledger: entries are appended; only their status moves on. */
export const referrals = sqliteTable(
  'referrals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    referrerId: integer('referrer_id')
      .notNull()
      .references(() => users.id),
    referredUserId: integer('referred_user_id').references(() => users.id, { onDelete: 'set null' }),
    paymentId: integer('payment_id').references(() => payments.id),
    subscriptionId: integer('subscription_id').references(() => subscriptions.id),
    /** For example `payment:41` or `refund:re_1`: one entry per event, party and kind. */
    sourceEvent: text('source_event').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    /** Negative for a reversal. */
    commissionCents: cents('commission_cents').notNull(),
    status: text('status', { enum: REFERRAL_STATUSES }).notNull().default('pending'),
    createdAt: instant('created_at').notNull(),
    maturesAt: instant('matures_at'),
    paidAt: instant('paid_at'),
    payoutId: integer('payout_id').references(() => referralPayouts.id),
  },
  (t) => [
    uniqueIndex('referrals_once').on(t.sourceEvent, t.referrerId, t.kind),
    index('referrals_referrer').on(t.referrerId, t.id),
    index('referrals_referred').on(t.referredUserId),
    index('referrals_payment').on(t.paymentId),
    index('referrals_payout').on(t.payoutId),
    /** For the next payout. */
    index('referrals_payable')
      .on(t.referrerId)
      .where(sql`${t.status} = 'completed' and ${t.payoutId} is null`),
    index('referrals_maturing').on(t.maturesAt).where(sql`${t.status} = 'pending'`),
    check('referrals_kind_known', sql`${t.kind} in (${oneOf(ENTRY_KINDS)})`),
    check('referrals_status_known', sql`${t.status} in (${oneOf(REFERRAL_STATUSES)})`),
    check('referrals_sign', sql`(${t.kind} = 'commission') = (${t.commissionCents} >= 0)`),
  ],
)
