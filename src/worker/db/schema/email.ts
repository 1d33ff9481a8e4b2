import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DELIVERY_OUTCOMES, DELIVERY_STATUSES, SUPPRESSION_REASONS } from '#shared/email/contract.ts'
import { users } from './accounts.ts'
import { instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'

/** One row per mail; the queue only carries its key. */
export const emailDeliveries = sqliteTable(
  'email_deliveries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** For example `receipt:41`: the same mail is queued once. */
    key: text('key').notNull().unique(),
    /** Random, given by a trigger: the provider's idempotency key starts with it, so no key meets one of a lost row. */
    reference: text('reference').notNull().default(''),
    template: text('template').notNull(),
    toAddress: text('to_address').notNull(),
    data: text('data', { mode: 'json' }).$type<unknown>().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    paymentId: integer('payment_id').references(() => payments.id),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('queued'),
    /** Tries of the current run; "send again" starts a new run. */
    attempts: integer('attempts').notNull().default(0),
    run: integer('run').notNull().default(1),
    /** When the current run began: all that its tries say about time is counted from here, so that they say the same. */
    queuedAt: instant('queued_at').notNull(),
    /** Not tried before this moment, by any caller. */
    dueAt: instant('due_at').notNull(),
    /** When the sweep sends a new queue message, the old one being lost; null once the mail is sent or dead. */
    nextAttemptAt: instant('next_attempt_at'),
    providerMessageId: text('provider_message_id'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    sentAt: instant('sent_at'),
    /** What the provider reported about the current run after it had accepted the mail; null: nothing yet. */
    outcome: text('outcome', { enum: DELIVERY_OUTCOMES }),
    outcomeAt: instant('outcome_at'),
  },
  (t) => [
    index('email_deliveries_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index('email_deliveries_status').on(t.status, t.id),
    index('email_deliveries_address').on(t.toAddress, t.id),
    index('email_deliveries_user').on(t.userId, t.id),
    index('email_deliveries_payment').on(t.paymentId),
    /** For a recall: who was mailed a link to a product's file. */
    index('email_deliveries_product_link')
      .on(sql`${t.data} ->> '$.productId'`, t.id)
      .where(sql`${t.template} = 'product-link'`),
    index('email_deliveries_message').on(t.providerMessageId).where(sql`${t.providerMessageId} is not null`),
    check('email_deliveries_status_known', sql`${t.status} in (${oneOf(DELIVERY_STATUSES)})`),
  ],
)

/**
 * Addresses that mail does not reach, or whose owner wants less of it. `bounced`: nothing is sent there. `complained` and
 * `unsubscribed`: no announcements to a buyer without an account.
 */
export const emailSuppressions = sqliteTable(
  'email_suppressions',
  {
    /** The lower-cased address. */
    emailKey: text('email_key').primaryKey(),
    reason: text('reason', { enum: SUPPRESSION_REASONS }).notNull(),
    /** What the recipient's mail server said. */
    detail: text('detail'),
    createdAt: instant('created_at').notNull(),
    /** Set while `reason` is `bounced`: the reason that remains once mail may go there again. */
    newsReason: text('news_reason', { enum: SUPPRESSION_REASONS }),
  },
  (t) => [check('email_suppressions_reason_known', sql`${t.reason} in (${oneOf(SUPPRESSION_REASONS)})`)],
)
