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
    /** Random, set by a trigger. It starts the provider's idempotency key, so that no key equals one of a lost row. */
    reference: text('reference').notNull().default(''),
    template: text('template').notNull(),
    toAddress: text('to_address').notNull(),
    data: text('data', { mode: 'json' }).$type<unknown>().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    paymentId: integer('payment_id').references(() => payments.id),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('queued'),
    /** Attempts of the current run; "send again" starts a new run. */
    attempts: integer('attempts').notNull().default(0),
    run: integer('run').notNull().default(1),
    /** Start of the current run. Times in the mail are counted from here, so that every attempt sends the same text. */
    queuedAt: instant('queued_at').notNull(),
    /** No caller attempts the mail before this time. */
    dueAt: instant('due_at').notNull(),
    /** When the sweep sends a new queue message, because the old one is lost; null once the mail is sent or dead. */
    nextAttemptAt: instant('next_attempt_at'),
    providerMessageId: text('provider_message_id'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    sentAt: instant('sent_at'),
    /** The provider's report about the current run after it accepted the mail; null: none yet. */
    outcome: text('outcome', { enum: DELIVERY_OUTCOMES }),
    outcomeAt: instant('outcome_at'),
  },
  (t) => [
    index('email_deliveries_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    /** For the age of the oldest unsent mail. */
    index('email_deliveries_unsent').on(t.queuedAt).where(sql`${t.nextAttemptAt} is not null`),
    index('email_deliveries_status').on(t.status, t.id),
    index('email_deliveries_address').on(t.toAddress, t.id),
    index('email_deliveries_user').on(t.userId, t.id),
    index('email_deliveries_payment').on(t.paymentId),
    /** For a withdrawal notice: the recipients of a link to a product's file. */
    index('email_deliveries_product_link')
      .on(sql`${t.data} ->> '$.productId'`, t.id)
      .where(sql`${t.template} = 'product-link'`),
    index('email_deliveries_message').on(t.providerMessageId).where(sql`${t.providerMessageId} is not null`),
    check('email_deliveries_status_known', sql`${t.status} in (${oneOf(DELIVERY_STATUSES)})`),
  ],
)

/**
 * Addresses with restricted mail. `bounced`: no mail is sent there. `complained` and `unsubscribed`: no announcements
 * to a buyer without an account.
 */
export const emailSuppressions = sqliteTable(
  'email_suppressions',
  {
    /** The lower-cased address. */
    emailKey: text('email_key').primaryKey(),
    reason: text('reason', { enum: SUPPRESSION_REASONS }).notNull(),
    /** The response of the recipient's mail server. */
    detail: text('detail'),
    createdAt: instant('created_at').notNull(),
    /** Set while `reason` is `bounced`: the reason that applies again once mail may be sent there. */
    newsReason: text('news_reason', { enum: SUPPRESSION_REASONS }),
  },
  (t) => [check('email_suppressions_reason_known', sql`${t.reason} in (${oneOf(SUPPRESSION_REASONS)})`)],
)
