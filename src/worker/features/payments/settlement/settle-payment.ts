import { commit } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { providerOf } from '../../../providers/payment-providers.ts'
import { requireProvider } from '../require-provider.ts'
import type { Observation, Source } from '../rules.ts'
import { findById, type Payment, type PaymentWithProduct } from '../store.ts'
import { applyDecision } from './apply-decision.ts'
import { endReversedSubscription } from './end-reversed-subscription.ts'
import { followFailedFunds } from './follow-failed-funds.ts'
import { observePayment } from './observe-payment.ts'
import { priceLatePayment } from './price-late-payment.ts'
import { reportLateMoney } from './report-late-money.ts'
import { type Decision, decide, type Settled } from './rules.ts'
import { writeClose } from './write-settlement.ts'
import { noteProcessing, ownChecks } from './writes.ts'

/** Maximum attempts when the row changed between read and write. */
const MAX_ATTEMPTS = 5

/**
 * Applies the provider's current state to a payment: observes, decides, writes, and repeats where the row changed
 * meanwhile. The webhook, the buyer's return, the sweep, reconciliation and the admin all use it, any number of times
 * and at the same time: `target` was read before the provider is asked, and the batch is refused where the row has
 * changed since.
 * @throws ProviderDown
 */
export async function settlePayment(
  deps: ShopDeps,
  target: PaymentWithProduct,
  checkoutId: string,
  source: Source,
  now: number,
): Promise<Settled> {
  let current = target
  let last: Settled | undefined
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { payment } = current
    const provider = providerOf(deps.providers, payment.paymentProvider)
    if (!provider) return { outcome: 'ignored', reason: 'no-provider' }
    const { observed, ownRefundedCents, failed, failedOutside } = await observePayment(
      deps.db,
      provider,
      payment,
      checkoutId,
      now,
    )
    if (failedOutside.length > 0) {
      await followFailedFunds(deps, current, failedOutside, now)
      const again = await findById(deps.db, payment.id)
      if (!again) return { outcome: 'ignored', reason: 'gone' }
      current = again
      continue
    }
    if (await reportLateMoney(deps, current, observed, source, now)) {
      const again = await findById(deps.db, payment.id)
      if (!again) return { outcome: 'ignored', reason: 'gone' }
      current = again
      last = { outcome: 'flagged', reason: again.payment.flaggedReason ?? '' }
      continue
    }
    await endReversedSubscription(deps, payment, observed)
    if (observed.kind === 'processing') await recordProcessing(deps, payment, observed, source, now)
    const decision = decide(payment, observed, ownRefundedCents, failed)
    const late = { decision, closeOrder: (open: PaymentWithProduct) => endCheckout(deps, open, source, now) }
    const isRepriced = await priceLatePayment(deps, payment, late, source, now)
    const settled = isRepriced
      ? undefined
      : await applyDecision(deps, current, { checkoutId, decision }, source, now)
    if (settled && !needsConfirmation(decision)) return last ?? settled
    last = settled ?? last
    const again = await findById(deps.db, payment.id)
    if (!again) return { outcome: 'ignored', reason: 'gone' }
    current = again
  }
  throw new Error(`Payment ${target.payment.id} did not stand still`)
}

/** Records in the history that the buyer has paid and the money takes days, and lets the sweep check the payment. */
const recordProcessing = (
  { db }: ShopDeps,
  { id }: Payment,
  { isShort }: Extract<Observation, { kind: 'processing' }>,
  source: Source,
  now: number,
) => commit(db, [...(isShort ? [] : [noteProcessing(db, id, source, now)]), ownChecks(db, id, now)])

/**
 * After a change the provider is asked once more: another handler may have observed a later state before this handler
 * wrote, and found nothing to do.
 */
const needsConfirmation = (decision: Decision) =>
  decision.do === 'change' || (decision.do === 'settle' && decision.changed)

/**
 * Makes an open order unpayable at its provider, and asks the provider again: money that arrived first is settled.
 * @throws ProviderDown
 */
export async function endCheckout(
  deps: ShopDeps,
  open: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  const { payment } = open
  const { checkoutId } = payment
  if (checkoutId !== null) {
    await requireProvider(deps, payment).expireCheckout(checkoutId)
    return settlePayment(deps, open, checkoutId, source, now)
  }
  const done = await writeClose(deps, open, { to: 'expired', checkoutId }, source, now)
  if (done) return { outcome: 'closed', reason: 'expired' }
  // Its own tab may have opened its page meanwhile.
  const after = await findById(deps.db, payment.id)
  const hasPage = after?.payment.status === 'pending' && after.payment.checkoutId !== null
  return hasPage ? endCheckout(deps, after, source, now) : { outcome: 'ignored', reason: 'moved-on' }
}
