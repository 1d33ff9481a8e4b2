import { sql } from 'drizzle-orm'
import { commit, type Db, refusedBy } from '../../../db/client.ts'
import { isSecond } from '../../../db/payment-history.ts'
import { insertSecondPaymentRefund } from './refund-second-payment.ts'

/** The number of latest failed refunds that one run checks. */
const FAILED_REFUNDS = 100

/**
 * The scheduled job for second payments whose refund failed because they were partially refunded at the provider
 * meanwhile: their remainder is refunded. A payment whose refund of exactly the remainder failed waits for a person.
 * Returns the number of payments that it found.
 */
export async function sweepSecondPayments(db: Db, now: number): Promise<number> {
  const outstanding = await db.all<{ paymentId: number; amountCents: number }>(sql`
    select p.id as paymentId, p.amount_cents - p.refunded_cents as amountCents
    from refunds r join payments p on p.id = r.payment_id
    where r.id in (select id from refunds where status = 'failed' order by id desc limit ${FAILED_REFUNDS})
      and p.status = 'partially_refunded' and r.amount_cents > p.amount_cents - p.refunded_cents and ${isSecond('p')}
      and not exists (select 1 from refunds later where later.payment_id = p.id and later.id > r.id)`)
  for (const { paymentId, amountCents } of outstanding) {
    try {
      await commit(db, [insertSecondPaymentRefund(db, paymentId, amountCents, now)])
    } catch (error) {
      // Another refund of the payment began in the meantime.
      if (!refusedBy(error, 'refunds')) throw error
    }
  }
  return outstanding.length
}
