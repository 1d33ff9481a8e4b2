import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { REFUND_ASKERS, REFUND_STATUSES } from '#shared/refunds/contract.ts'
import { cents, instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'

/**
 * Refunds requested in the shop. The amount actually refunded is in the payment, as its provider reports it, so that
 * refunds made at the provider itself count too.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Random: the idempotency key at the provider. */
    reference: text('reference').notNull().unique(),
    amountCents: cents('amount_cents').notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    askedBy: text('asked_by', { enum: REFUND_ASKERS }).notNull(),
    /** The admin or customer who asked. No reference: the row outlives the account. */
    actorId: integer('actor_id'),
    reason: text('reason'),
    providerRefundId: text('provider_refund_id'),
    /** The page where the buyer enters the wallet for the refund. */
    claimUrl: text('claim_url'),
    lastError: text('last_error'),
    /** When the sweep continues with the refund; null: it is final, or waits for a person. */
    nextAttemptAt: instant('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('refunds_payment').on(t.paymentId),
    index('refunds_status').on(t.status, t.id),
    index('refunds_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    // One open refund per payment: two clicks make one refund.
    uniqueIndex('refunds_one_open')
      .on(t.paymentId)
      .where(sql`${t.status} in ('review', 'approved', 'pending')`),
    check('refunds_amount', sql`${t.amountCents} > 0`),
    check('refunds_status_known', sql`${t.status} in (${oneOf(REFUND_STATUSES)})`),
    check('refunds_asker_known', sql`${t.askedBy} in (${oneOf(REFUND_ASKERS)})`),
  ],
)
