import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PAYMENT_PROVIDERS } from '../../features/payments/contract.ts'
import { SUBSCRIPTION_STATUSES } from '../../features/subscriptions/contract.ts'
import { users } from './accounts.ts'
import { scripts } from './catalogue.ts'
import { flag, instant, oneOf } from './columns.ts'

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
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    cancelAtPeriodEnd: flag('cancel_at_period_end').notNull().default(false),
    /** The first failed renewal of the current row of failures: grace is counted from here. */
    pastDueSince: instant('past_due_since'),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('subscriptions_user').on(t.userId, t.id),
    index('subscriptions_customer').on(t.stripeCustomerId),
    index('subscriptions_period_end').on(t.status, t.currentPeriodEnd),
    check('subscriptions_status_known', sql`${t.status} in (${oneOf(SUBSCRIPTION_STATUSES)})`),
  ],
)
