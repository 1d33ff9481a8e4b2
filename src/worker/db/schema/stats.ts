import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant } from './columns.ts'

/*
 * Kept by triggers (migrations/0007 and later): whatever changes a user, a payment, a subscription, the ledger or a commission
 * counts here in the same transaction, so nothing has to be counted when it is read.
 */

/** The shop's counters, in one row. */
export const shopTotals = sqliteTable(
  'shop_totals',
  {
    one: integer('one').primaryKey(),
    /** Accounts that were not deleted. */
    users: integer('users').notNull(),
    /** All paid payments, including refunded ones. */
    purchases: integer('purchases').notNull(),
    /** Subscriptions that give access: active, on trial or past due. */
    subscriptions: integer('subscriptions').notNull(),
    /** The sum of the ledger: captured minus refunds. */
    revenueCents: cents('revenue_cents').notNull(),
    /** What live subscriptions that renew themselves bring per month. */
    mrrCents: cents('mrr_cents').notNull(),
  },
  (t) => [check('shop_totals_one', sql`${t.one} = 1`)],
)

const count = (name: string) => integer(name).notNull().default(0)

const sums = () => ({
  orders: count('orders'),
  /** Orders of people who had not bought before. */
  newCustomers: count('new_customers'),
  referredOrders: count('referred_orders'),
  /** Captured. */
  grossCents: count('gross_cents'),
  /** Given back, and how often; less what came back to the shop. */
  refundedCents: count('refunded_cents'),
  refunds: count('refunds'),
  /** Held back by disputes, less what was won. */
  disputedCents: count('disputed_cents'),
  discountCents: count('discount_cents'),
  commissionCents: count('commission_cents'),
  /** Checkouts by the day they were started on, and how many of those were paid, whenever. */
  checkoutsStarted: count('checkouts_started'),
  checkoutsPaid: count('checkouts_paid'),
  subscriptionsStarted: count('subscriptions_started'),
  subscriptionsEnded: count('subscriptions_ended'),
  /** By how much the monthly recurring revenue changed. */
  mrrCents: count('mrr_cents'),
  accountsCreated: count('accounts_created'),
  accountsDeleted: count('accounts_deleted'),
})

/** Days since 1970-01-01 UTC. */
const day = () => integer('day').notNull()

/** What one UTC day brought, per product; product 0 is the shop itself (accounts). */
export const statsDays = sqliteTable(
  'stats_days',
  { day: day(), scriptId: integer('script_id').notNull(), ...sums() },
  (t) => [primaryKey({ columns: [t.day, t.scriptId] })],
)

/**
 * What one UTC day brought the whole shop: the sum of its rows above, kept by triggers on them (migrations/0016). So a
 * period is one row a day, however many products sold.
 */
export const shopDays = sqliteTable('shop_days', { day: day().primaryKey(), ...sums() })

/**
 * What happened in the shop, in the order of its commits: what the admins' live screen is sent, and by how much each
 * event moved the counters. Ids only: names are looked up when it is shown, and gone when their owner is.
 */
export const feedEvents = sqliteTable(
  'feed_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    paymentId: integer('payment_id'),
    subscriptionId: integer('subscription_id'),
    userId: integer('user_id'),
    /** Of the kinds that are about something else: a message, a mail, a refund, a finding. */
    subjectId: integer('subject_id'),
    users: integer('users').notNull().default(0),
    purchases: integer('purchases').notNull().default(0),
    subscriptions: integer('subscriptions').notNull().default(0),
    revenueCents: cents('revenue_cents').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // A capture comes with its purchase, and is not shown twice.
    index('feed_events_told').on(t.id).where(sql`${t.kind} <> 'capture'`),
    index('feed_events_purchases').on(t.id).where(sql`${t.kind} = 'purchase'`),
    index('feed_events_created').on(t.createdAt),
  ],
)
