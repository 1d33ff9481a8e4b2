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
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES, PURCHASE_TYPES } from '#shared/payments/contract.ts'
import type { OrderTax } from '#shared/seller/contract.ts'
import { users } from './accounts.ts'
import { scripts } from './catalogue.ts'
import { cents, instant, oneOf } from './columns.ts'
import { coupons } from './coupons.ts'
import { subscriptions } from './subscriptions.ts'

export const payments = sqliteTable(
  'payments',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /**
     * Random; identifies the payment at its provider. Ids are reused after the database is restored to an earlier time,
     * references never.
     */
    reference: text('reference').notNull().unique(),
    /** The order's name for customers and staff, `WF-7K3M-Q9TX`. Random; a trigger fills it in at the insertion. */
    orderReference: text('order_reference').notNull().default('').unique(),
    /** The version of the terms that the buyer accepted; null: the order began outside the shop, or before versions. */
    termsVersion: text('terms_version'),
    /** Null for purchases without an account. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    /**
     * Of a bundle: what this order grants, as the bundle was when the order began; null: its product. A trigger copies it
     * at the insertion, and nothing changes it afterwards.
     */
    bundledIds: text('bundled_ids', { mode: 'json' }).$type<number[]>(),
    subscriptionId: integer('subscription_id').references((): AnySQLiteColumn => subscriptions.id),
    purchaseType: text('purchase_type', { enum: PURCHASE_TYPES }).notNull(),
    paymentProvider: text('payment_provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    /** The provider's id of the checkout (Stripe: the session), known once it answered. */
    checkoutId: text('checkout_id'),
    /** The browser's id of a visit, unique per buyer: the same visit sent twice is the same payment. */
    clientPaymentId: text('client_payment_id'),
    hostedUrl: text('hosted_url'),
    /** The provider's id of the money movement (Stripe: the payment intent, or the invoice of a subscription). */
    transactionId: text('transaction_id'),
    /** The provider's id in refunds and disputes (Stripe: the payment intent, also behind an invoice). */
    intentId: text('intent_id'),
    status: text('status', { enum: PAYMENT_STATUSES }).notNull().default('completed'),
    currency: text('currency').notNull().default('usd'),
    /** The price asked: original − discount. */
    amountCents: cents('amount_cents').notNull(),
    originalCents: cents('original_cents').notNull(),
    discountCents: cents('discount_cents').notNull().default(0),
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** The amount received in crypto, in US cents at the rate quoted to the buyer; may be less or more than asked. */
    receivedCents: cents('received_cents').notNull().default(0),
    /** The period that this payment of a subscription pays for. */
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    /** The number of changes. A write that was decided on an older revision is refused, and reads the payment again. */
    revision: integer('revision').notNull().default(0),
    couponId: integer('coupon_id').references((): AnySQLiteColumn => coupons.id),
    email: text('email'),
    emailIdentity: text('email_identity'),
    /** The version of the text by which the buyer asked for the file at once (`DELIVERY_CONSENTS`); null: not ticked. */
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    /** The part of the discount that is the credit for unused time of a subscription. */
    creditCents: cents('credit_cents').notNull().default(0),
    /** The subscription whose unused time is credited, and which ends with the upgrade. */
    upgradedSubscriptionId: integer('upgraded_subscription_id').references(
      (): AnySQLiteColumn => subscriptions.id,
    ),
    /** The days of the trial that this order starts, and for which nothing is charged; 0: none. */
    trialDays: integer('trial_days').notNull().default(0),
    /** When the renewal of that subscription was stopped at its provider; null: not yet. */
    upgradeEndedAt: instant('upgrade_ended_at'),
    /** The tax in the price, as the setting was when the order began; null: from before taxes were stored. */
    tax: text('tax', { mode: 'json' }).$type<OrderTax>(),
    /** The affiliate this payment is attributed to. */
    referrerId: integer('referrer_id').references(() => users.id, { onDelete: 'set null' }),
    /** Why the payment waits for a person, for example an amount that does not match. */
    flaggedReason: text('flagged_reason'),
    /** When the sweep asks the provider next; null once the status is final. */
    nextCheckAt: instant('next_check_at'),
    /**
     * When the file that was missing at the payment is delivered next, at the earliest; null: the order waits for none. The
     * flag may name another reason meanwhile.
     */
    nextDeliveryAt: instant('next_delivery_at'),
    checks: integer('checks').notNull().default(0),
    lastCheckedAt: instant('last_checked_at'),
    expiresAt: instant('expires_at'),
    paymentDate: instant('payment_date'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payments_provider_id').on(t.paymentProvider, t.checkoutId),
    uniqueIndex('payments_client_id').on(t.userId, t.clientPaymentId),
    // One open checkout per buyer and product: two tabs cannot both be paid.
    uniqueIndex('payments_one_open').on(t.userId, t.scriptId).where(sql`${t.status} = 'pending'`),
    uniqueIndex('payments_transaction').on(t.paymentProvider, t.transactionId),
    uniqueIndex('payments_intent').on(t.paymentProvider, t.intentId),
    index('payments_user').on(t.userId, t.id),
    index('payments_identity').on(t.emailIdentity),
    index('payments_subscription').on(t.subscriptionId),
    index('payments_upgraded')
      .on(t.upgradedSubscriptionId)
      .where(sql`${t.upgradedSubscriptionId} is not null`),
    /** For the sweep of upgrades: a few rows at a time. */
    index('payments_unended')
      .on(t.id)
      .where(
        sql`${t.upgradedSubscriptionId} is not null and ${t.upgradeEndedAt} is null and ${t.paymentDate} is not null`,
      ),
    index('payments_referrer').on(t.referrerId),
    index('payments_created').on(t.createdAt, t.id),
    // For the admins' lists of orders: one sub-tab, with each of its filters alone and combined.
    index('payments_orders').on(t.purchaseType, t.createdAt, t.id),
    index('payments_orders_status').on(t.purchaseType, t.status, t.createdAt, t.id),
    index('payments_orders_script').on(t.purchaseType, t.scriptId, t.createdAt, t.id),
    index('payments_orders_both').on(t.purchaseType, t.scriptId, t.status, t.createdAt, t.id),
    index('payments_email').on(sql`lower(${t.email})`, t.id),
    index('payments_status').on(t.status, t.id),
    /** For the check of the daily figures: orders without an entry in the ledger. */
    // Not `is not null`, which the sweep of upgrades has in its condition: it would read this index instead of its own.
    index('payments_paid').on(t.paymentDate).where(sql`${t.paymentDate} > 0`),
    index('payments_due').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index('payments_undelivered').on(t.nextDeliveryAt).where(sql`${t.nextDeliveryAt} is not null`),
    index('payments_flagged').on(t.id).where(sql`${t.flaggedReason} is not null`),
    check('payments_status_known', sql`${t.status} in (${oneOf(PAYMENT_STATUSES)})`),
    check('payments_type_known', sql`${t.purchaseType} in (${oneOf(PURCHASE_TYPES)})`),
    check('payments_provider_known', sql`${t.paymentProvider} in (${oneOf(PAYMENT_PROVIDERS)})`),
    check(
      'payments_amounts',
      sql`${t.amountCents} >= 0 and ${t.discountCents} >= 0 and ${t.amountCents} = ${t.originalCents} - ${t.discountCents}`,
    ),
    check('payments_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
  ],
)

/**
 * The history of a payment, each kind of event once. A settlement batch begins with its row here, so that of ten
 * copies of an event nine roll back completely.
 */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').notNull(),
    source: text('source').notNull(),
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('payment_events_once').on(t.paymentId, t.kind)],
)

const LEDGER_KINDS = ['capture', 'refund', 'dispute', 'restore'] as const

/**
 * The signed effect of each change of a payment on the shop's money. Append-only (a trigger refuses changes): the sum
 * of a payment's entries is its captured amount less refunds and disputes.
 */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** The payment's revision that this entry belongs to. */
    revision: integer('revision').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_entries_once').on(t.paymentId, t.revision),
    index('ledger_entries_created').on(t.createdAt, t.id),
    check('ledger_entries_kind_known', sql`${t.kind} in (${oneOf(LEDGER_KINDS)})`),
    check('ledger_entries_sign', sql`(${t.kind} in ('capture', 'restore')) = (${t.amountCents} >= 0)`),
  ],
)

/** A further checkout for the amount due of a payment after a partial payment. */
export const paymentCheckouts = sqliteTable(
  'payment_checkouts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    /** Our reference at the provider, and the idempotency key. */
    reference: text('reference').notNull().unique(),
    checkoutId: text('checkout_id'),
    hostedUrl: text('hosted_url'),
    amountCents: cents('amount_cents').notNull(),
    receivedCents: cents('received_cents').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('payment_checkouts_provider_id').on(t.provider, t.checkoutId),
    // One open page for the amount due at a time.
    uniqueIndex('payment_checkouts_one_open').on(t.paymentId).where(sql`${t.closedAt} is null`),
    index('payment_checkouts_payment').on(t.paymentId),
    check('payment_checkouts_amount', sql`${t.amountCents} > 0 and ${t.receivedCents} >= 0`),
  ],
)

/** The inbox of all provider webhooks, stored raw; a row without handledAt is not handled yet. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    payload: text('payload').notNull(),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
    outcome: text('outcome'),
    attempts: integer('attempts').notNull().default(0),
    /** When the sweep retries the event; null once it is handled, or given up and left for a person. */
    nextAttemptAt: instant('next_attempt_at'),
    lastError: text('last_error'),
  },
  (t) => [
    uniqueIndex('webhook_events_once').on(t.provider, t.eventId),
    index('webhook_events_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index('webhook_events_open').on(t.receivedAt).where(sql`${t.handledAt} is null`),
    /** For the deletion of old payloads. */
    index('webhook_events_payloads').on(t.receivedAt).where(sql`${t.payload} <> ''`),
  ],
)
