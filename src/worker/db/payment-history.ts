import { sql } from 'drizzle-orm'
import { payments } from './schema/payments.ts'

export const PROCESSING_KIND = 'processing'

export const UNAPPLIED_REFUND_KIND = 'given-back:'

/**
 * Whether a refund gave money back outside the sale; `refund` is its table's name in the query. The payment's history says
 * so: what somebody writes as a reason decides nothing. Who sums refunds of sales leaves these out.
 */
export const isOutsideSale = (refund: 'refunds' | 'r') => {
  const of = sql.raw(refund)
  return sql`exists (select 1 from payment_events e
    where e.payment_id = ${of}.payment_id and e.kind = ${UNAPPLIED_REFUND_KIND} || ${of}.reference)`
}

export const SECOND_KIND = 'second-payment'

/**
 * Whether a payment was a second one for what its buyer had, which the shop refunds; `payment` is its table's name in the
 * query.
 */
export const isSecond = (payment: 'payments' | 'p' | 'q') => {
  const of = sql.raw(payment)
  return sql<number>`exists (select 1 from payment_events e where e.payment_id = ${of}.id and e.kind = ${SECOND_KIND})`
}

/** What of a payment's money stands in its history and its refunds, as columns of a query about payments. */
export const moneyHistory = {
  /** Its buyer has paid, and the money takes days to arrive. Not where too little arrived: an amount is outstanding. */
  isProcessing: sql<number>`(${payments.status} = 'pending' and ${payments.receivedCents} = 0 and exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind = ${PROCESSING_KIND}))`,
  isSecond: isSecond('payments'),
  /** It had been given up before it was paid. */
  wasClosed: sql<number>`exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind in ('expired', 'failed'))`,
  /** Refunded outside the sale. */
  unappliedRefundedCents: sql<number>`(select coalesce(sum(r.amount_cents), 0) from refunds r
    where r.payment_id = ${payments.id} and r.status in ('approved', 'succeeded') and ${isOutsideSale('r')})`,
  /** Where the buyer claims what was returned last. */
  claimUrl: sql<string | null>`(select r.claim_url from refunds r
    where r.payment_id = ${payments.id} and r.status = 'succeeded' and ${isOutsideSale('r')}
    order by r.id desc limit 1)`,
}

export type MoneyHistory = {
  isProcessing: number
  isSecond: number
  wasClosed: number
  unappliedRefundedCents: number
  claimUrl: string | null
}
