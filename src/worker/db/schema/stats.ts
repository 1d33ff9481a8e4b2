import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant } from './columns.ts'

/*
 * Kept by triggers (migrations/0007 and later): every change of a user, a payment, a subscription, the ledger or a
 * commission updates these counters in the same transaction, so that a read counts nothing.
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
    /** Monthly revenue of the subscriptions that give access and renew automatically. */
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
  /** Refunded amount and number of refunds, less failed refunds. */
  refundedCents: count('refunded_cents'),
  refunds: count('refunds'),
  /** Withdrawn by disputes, less disputes that were won. */
  disputedCents: count('disputed_cents'),
  discountCents: count('discount_cents'),
  commissionCents: count('commission_cents'),
  /** Checkouts by the day of their start, and how many of them were paid at any later time. */
  checkoutsStarted: count('checkouts_started'),
  checkoutsPaid: count('checkouts_paid'),
  subscriptionsStarted: count('subscriptions_started'),
  subscriptionsEnded: count('subscriptions_ended'),
  /** The change of the monthly recurring revenue. */
  mrrCents: count('mrr_cents'),
  accountsCreated: count('accounts_created'),
  accountsDeleted: count('accounts_deleted'),
})

/** Days since 1970-01-01 UTC. */
const day = () => integer('day').notNull()

/** The sums of one UTC day, per product; product 0 is the shop itself (accounts). */
export const statsDays = sqliteTable(
  'stats_days',
  { day: day(), scriptId: integer('script_id').notNull(), ...sums() },
  (t) => [primaryKey({ columns: [t.day, t.scriptId] })],
)

/**
 * The sums of one UTC day for the whole shop: the day's rows in `stats_days`, added up by triggers on them
 * (migrations/0016). So a period reads one row per day for any number of products.
 */
export const shopDays = sqliteTable('shop_days', { day: day().primaryKey(), ...sums() })

/** The days of one span of `stats_spans`: its number is `day / SPAN_DAYS`. */
export const SPAN_DAYS = 32

/** `stats_days` of 32 days each, per product, added up by triggers: a year of products reads a few rows per product. */
export const statsSpans = sqliteTable(
  'stats_spans',
  {
    span: integer('span').notNull(),
    scriptId: integer('script_id').notNull(),
    orders: count('orders'),
    /** Captured less refunded and disputed. */
    netCents: count('net_cents'),
  },
  (t) => [primaryKey({ columns: [t.span, t.scriptId] })],
)

/**
 * The sums of the documents of one UTC day that state a tax, by the buyer's country: a trigger adds each invoice and
 * subtracts each credit note. An empty country: it is not known.
 */
export const taxDays = sqliteTable(
  'tax_days',
  {
    day: day(),
    country: text('country').notNull(),
    amountCents: count('amount_cents'),
    taxCents: count('tax_cents'),
    /** Sales whose tax by country is not known. */
    unknownSales: count('unknown_sales'),
  },
  (t) => [primaryKey({ columns: [t.day, t.country] })],
)

/**
 * The shop's events in commit order, for the admins' live screen, each with its change of the counters. Ids only: names
 * are read when an event is shown, and are gone once their owner is.
 */
export const feedEvents = sqliteTable(
  'feed_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    paymentId: integer('payment_id'),
    subscriptionId: integer('subscription_id'),
    userId: integer('user_id'),
    /** The id for kinds with another subject: a message, a mail, a refund, a finding. */
    subjectId: integer('subject_id'),
    users: integer('users').notNull().default(0),
    purchases: integer('purchases').notNull().default(0),
    subscriptions: integer('subscriptions').notNull().default(0),
    revenueCents: cents('revenue_cents').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // A capture is not shown: its purchase is.
    index('feed_events_told').on(t.id).where(sql`${t.kind} <> 'capture'`),
    index('feed_events_purchases').on(t.id).where(sql`${t.kind} = 'purchase'`),
    index('feed_events_created').on(t.createdAt),
  ],
)
