import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PAYMENT_PROVIDERS } from '#shared/payments/contract.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/subscriptions/contract.ts'
import { users } from './accounts.ts'
import { scripts } from './catalogue.ts'
import { cents, flag, instant, oneOf } from './columns.ts'

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    email: text('email'),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull().default('stripe'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull().default('active'),
    /**
     * The monthly price agreed at the start, which counts as recurring revenue; 0 where the subscription does not renew
     * automatically, and until the first month after a trial is paid.
     */
    monthlyCents: cents('monthly_cents').notNull().default(0),
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    /** The end of the trial, also once it is over; null: there was none. */
    trialEndsAt: instant('trial_ends_at'),
    cancelAtPeriodEnd: flag('cancel_at_period_end').notNull().default(false),
    /** The first of the current consecutive failed renewals: the grace period begins here. */
    pastDueSince: instant('past_due_since'),
    /** Set where the end is a fixed time (Stripe's flexible billing); else the period's end counts. */
    cancelAt: instant('cancel_at'),
    endedAt: instant('ended_at'),
    /** When this state was requested from the provider: an older response never overwrites a newer one. */
    observedAt: instant('observed_at').notNull(),
    /** Counts changes of a prepaid subscription's period: see payments.revision. */
    revision: integer('revision').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('subscriptions_user').on(t.userId, t.id),
    /** For the reminders and endings of prepaid subscriptions. */
    index('subscriptions_prepaid')
      .on(t.status, t.currentPeriodEnd)
      .where(sql`${t.stripeSubscriptionId} is null`),
    /** For the reminder before the first charge. */
    index('subscriptions_trialing').on(t.status, t.trialEndsAt).where(sql`${t.trialEndsAt} is not null`),
    index('subscriptions_customer').on(t.stripeCustomerId),
    index('subscriptions_created').on(t.createdAt, t.id),
    index('subscriptions_listed').on(t.status, t.createdAt, t.id),
    index('subscriptions_email').on(sql`lower(${t.email})`, t.id),
    index('subscriptions_period_end').on(t.status, t.currentPeriodEnd),
    check('subscriptions_provider_known', sql`${t.provider} in (${oneOf(PAYMENT_PROVIDERS)})`),
    check('subscriptions_status_known', sql`${t.status} in (${oneOf(SUBSCRIPTION_STATUSES)})`),
  ],
)
