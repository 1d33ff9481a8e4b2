import { sql } from 'drizzle-orm'
import { formatCents, toDecimal } from '#shared/core/money.ts'
import { logError } from '../../../core/log-error.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { alertKey, queueAlert } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../../notifications/writes.ts'
import { type Observation, type Source, wasMade } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'
import { findCountedByHand } from './store.ts'
import { flagPayment, wasCommitted } from './writes.ts'

/**
 * Reports money at the page of a payment that a person completed without it: the payment is flagged, stores the
 * provider's ids (refunds and disputes name them), and support is notified, once for each amount. A person decides
 * whether the buyer paid twice. True where something was written or the row has changed: the payment must be read again.
 */
export async function reportLateMoney(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  observed: Observation,
  source: Source,
  now: number,
): Promise<boolean> {
  if (observed.kind !== 'paid' && observed.kind !== 'underpaid') return false
  if (!wasMade(payment.status) || payment.intentId !== null) return false
  const { receivedCents } = observed
  const kind = `late-money:${receivedCents}`
  const isNew = sql`not exists (select 1 from payment_events r where r.payment_id = ${payment.id} and r.kind = ${kind})`
  const counted = await findCountedByHand(deps.db, payment.id, isNew)
  if (counted === null || receivedCents <= counted) return false
  const page = observed.kind === 'paid' ? observed : null
  const currency = page?.currency ?? payment.currency
  const late = receivedCents - counted
  const amount = currency === 'usd' ? formatCents(late) : `${toDecimal(late)} ${currency.toUpperCase()}`
  const reason = `${amount} arrived after this order was completed by hand`
  const { id, amountCents, email } = payment
  const data = {
    paymentId: id,
    productName: product.name,
    amountCents,
    email,
    reason,
    outcome: 'late-money' as const,
  }
  const key = alertKey(id, kind)
  const ids = { intentId: page?.intentId ?? null, transactionId: page?.transactionId ?? null }
  const writes = [
    recordOnce(deps.db, { paymentId: id, kind, source, details: { reason }, now }),
    flagPayment(deps.db, payment, { reason, ...ids }, now),
    queueAlert(deps.db, { key, to: deps.config.supportEmail, data, now }),
    enqueueEmail(deps.db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
  if (await wasCommitted(commitAndDispatch(deps, writes, now)))
    logError('settle-payment', { payment: id, flagged: reason })
  return true
}
