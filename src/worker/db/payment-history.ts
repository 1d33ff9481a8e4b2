import { sql } from 'drizzle-orm'
import type { StoppedTrial } from '#shared/payments/contract.ts'
import { payments } from './schema/payments.ts'

export const PROCESSING_KIND = 'processing'

export const UNAPPLIED_REFUND_KIND = 'given-back:'

/**
 * True for a refund of unapplied funds, outside the sale; `refund` is its table's name in the query. The payment's
 * history decides, not the reason text, which people write. A sum of refunded sales leaves these refunds out.
 */
export const isOutsideSale = (refund: 'refunds' | 'r') => {
  const of = sql.raw(refund)
  return sql`exists (select 1 from payment_events e
    where e.payment_id = ${of}.payment_id and e.kind = ${UNAPPLIED_REFUND_KIND} || ${of}.reference)`
}

export const SECOND_KIND = 'second-payment'

/**
 * True for a second payment: for what its buyer had already, so the shop refunds it. `payment` is its table's name in
 * the query.
 */
export const isSecond = (payment: 'payments' | 'p' | 'q') => {
  const of = sql.raw(payment)
  return sql<number>`exists (select 1 from payment_events e where e.payment_id = ${of}.id and e.kind = ${SECOND_KIND})`
}

/** Of a second payment's event: true where it was refunded because its card had used the coupon before. */
export const reusedCoupon = (event: 'e') =>
  sql<number>`coalesce(${sql.raw(event)}.details ->> '$.coupon' = 1, 0)`

/**
 * True for a payment of a subscription whose unused time is credited to an upgrade that is open or was made: refunding it
 * too would give the same money twice. `payments` is its table's name in the query.
 */
export const isCredited = sql<number>`exists (select 1 from payments u
  where u.upgraded_subscription_id = payments.subscription_id and u.credit_cents > 0
    and payments.payment_date <= u.created_at and u.status in ('pending', 'completed', 'partially_refunded', 'disputed'))`

/** True where an admin closed the payment of this query because its money was refunded. */
export const wasClosedAsRefunded = sql<number>`exists (select 1 from payment_events e
  where e.payment_id = ${payments.id} and e.source = 'admin'
    and e.details ->> '$.lostBy' = 'refund' and e.details ->> '$.confirmed' = 1)`

/** The kinds of the events of trials that were stopped before they started. */
export const STOPPED_TRIALS_GLOB = 'trial-stopped:*'

/** Why the trial of the payment of this query did not start; null: it started, or the order has none. */
export const trialStopped = sql<StoppedTrial | null>`(select e.details ->> '$.trialStopped' from payment_events e
  where e.payment_id = payments.id and e.kind glob ${STOPPED_TRIALS_GLOB} limit 1)`

/** Columns for a query on payments that are computed from the payment's history and refunds. */
export const moneyHistory = {
  /** The buyer has paid and the money takes days to arrive. False after a partial payment: an amount is outstanding. */
  isProcessing: sql<number>`(${payments.status} = 'pending' and ${payments.receivedCents} = 0 and exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind = ${PROCESSING_KIND}))`,
  isSecond: isSecond('payments'),
  trialStopped,
  /** Such a payment whose card had used the coupon before. */
  reusedCoupon: sql<number>`exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind = ${SECOND_KIND} and ${reusedCoupon('e')})`,
  /** The payment expired or failed before it was paid. */
  wasClosed: sql<number>`exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind in ('expired', 'failed'))`,
  /** Why the money of an order that was closed is gone (`LostMoney`); null: it received none that did not fit it. */
  lostBy: sql<'refund' | 'dispute' | null>`(select e.details ->> '$.lostBy' from payment_events e
    where e.payment_id = ${payments.id} and e.details ->> '$.lostBy' is not null order by e.id desc limit 1)`,
  /** Refunded outside the sale. */
  unappliedRefundedCents: sql<number>`(select coalesce(sum(r.amount_cents), 0) from refunds r
    where r.payment_id = ${payments.id} and r.status in ('approved', 'succeeded') and ${isOutsideSale('r')})`,
  /** The page where the buyer claims the latest refund outside the sale. */
  claimUrl: sql<string | null>`(select r.claim_url from refunds r
    where r.payment_id = ${payments.id} and r.status = 'succeeded' and ${isOutsideSale('r')}
    order by r.id desc limit 1)`,
}

export type MoneyHistory = {
  isProcessing: number
  isSecond: number
  reusedCoupon: number
  trialStopped: StoppedTrial | null
  wasClosed: number
  lostBy: 'refund' | 'dispute' | null
  unappliedRefundedCents: number
  claimUrl: string | null
}
