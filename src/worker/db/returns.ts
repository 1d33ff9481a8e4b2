import { sql } from 'drizzle-orm'
import { payments } from './schema/payments.ts'
import { refunds } from './schema/refunds.ts'

/**
 * Whether a refund went back outside the sale: before it was complete, or because it was too much. The history says so:
 * what the buyer writes as a reason decides nothing.
 */
export const isReturn = sql`exists (select 1 from payment_events e
  where e.payment_id = ${refunds.paymentId} and e.kind = 'given-back:' || ${refunds.reference})`

/** The same of a row `r` of refunds in a query inside another. */
export const isReturnR = sql`exists (select 1 from payment_events e
  where e.payment_id = r.payment_id and e.kind = 'given-back:' || r.reference)`

/** What of a payment stands in its history and its refunds. */
export const aside = {
  /** It had been given up before it was paid. */
  wasClosed: sql<number>`exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind in ('expired', 'failed'))`,
  returnedCents: sql<number>`(select coalesce(sum(r.amount_cents), 0) from refunds r
    join payment_events e on e.payment_id = r.payment_id and e.kind = 'given-back:' || r.reference
    where r.payment_id = ${payments.id} and r.status in ('approved', 'succeeded'))`,
  /** Where the buyer claims what was returned last. */
  claimUrl: sql<string | null>`(select r.claim_url from refunds r
    join payment_events e on e.payment_id = r.payment_id and e.kind = 'given-back:' || r.reference
    where r.payment_id = ${payments.id} and r.status = 'succeeded' order by r.id desc limit 1)`,
}
