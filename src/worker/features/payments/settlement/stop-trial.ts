import { eq } from 'drizzle-orm'
import type { StoppedTrial } from '#shared/payments/contract.ts'
import { isOver } from '#shared/subscriptions/rules.ts'
import type { Db } from '../../../db/client.ts'
import { trialStopped } from '../../../db/payment-history.ts'
import { payments } from '../../../db/schema/payments.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { hadTrial } from '../../identity/trial.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { notifyStoppedTrial } from '../notices/notify-trial.ts'
import { isOfDeletedAccount, type Paid, type Source } from '../rules.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'
import type { Settled } from './rules.ts'
import { closePayment, wasCommitted } from './writes.ts'

/** Whether this trial was stopped before. That is final: later events about its page change nothing. */
export async function wasStopped(db: Db, { id, trialDays }: Payment): Promise<boolean> {
  if (trialDays === 0) return false
  const [row] = await db.select({ why: trialStopped }).from(payments).where(eq(payments.id, id)).limit(1)
  return row != null && row.why !== null
}

/**
 * Why a trial must not start though its page was completed; null: it may, or the order is none. The card is known only
 * now. `repeat`: why a checkout would refuse the order (`detectSecondPayment`).
 */
export async function findStop(
  deps: ShopDeps,
  payment: Payment,
  { card = null }: Paid,
  repeat: string | null,
): Promise<StoppedTrial | null> {
  const { id: paymentId, userId, trialDays } = payment
  if (trialDays === 0) return null
  if (isOfDeletedAccount(payment)) return 'deleted'
  if (repeat !== null) return 'owned'
  return (await hadTrial(deps, { userId, card, paymentId })) ? 'used' : null
}

/**
 * Stops a trial before it starts. Its subscription is canceled first, so that the card is never charged; the order is
 * closed after the next observation, with the notices to its buyer.
 * @throws ProviderDown
 */
export async function stopTrial(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  { checkoutId, observed, why }: { checkoutId: string; observed: Paid; why: StoppedTrial },
  source: Source,
  now: number,
): Promise<Settled | undefined> {
  const { db } = deps
  const { id: paymentId } = payment
  const { subscription } = observed
  if (subscription !== null && !isOver(subscription.status)) {
    await deps.providers.stripe.cancelNow(subscription.subscriptionId)
    return undefined
  }
  const to = payment.status === 'expired' ? 'expired' : 'failed'
  const details = { checkoutId, trialStopped: why }
  const kind = `trial-stopped:${payment.revision + 1}`
  const writes = [
    recordOnce(db, { paymentId, kind, source, details, now }),
    closePayment(db, payment, { to, isLost: false, intentId: null }, now),
    ...notifyStoppedTrial(db, payment, product, why, now),
  ]
  return (await wasCommitted(commitAndDispatch(deps, writes, now)))
    ? { outcome: 'closed', reason: 'trial-stopped' }
    : undefined
}
