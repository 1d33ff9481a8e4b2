import { logError } from '../../../core/log-error.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { resumeUnappliedRefund } from '../balance/refund-unapplied-funds.ts'
import { remindAmountDue } from '../balance/remind-amount-due.ts'
import { isCrypto, orphanAfterMs, type Source } from '../rules.ts'
import type { Settled } from '../settlement/rules.ts'
import { settleFree } from '../settlement/settle-free.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { writeClose } from '../settlement/write-settlement.ts'
import type { PaymentWithProduct } from '../store.ts'
import { endChecks, scheduleCheck } from './writes.ts'

/**
 * Checks one payment that is not final, for the sweep and for admins. A failure is returned as an outcome, and the
 * payment is checked again later.
 */
export async function checkOpenPayment(
  deps: ShopDeps,
  due: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  const { payment } = due
  try {
    if (payment.paymentProvider === 'free') return await sweepFree(deps, due, source, now)
    if (payment.checkoutId === null) return await closeOrphan(deps, due, source, now)
    if (isCrypto(payment)) await resumeUnappliedRefund(deps, due, now)
    const settled = await settlePayment(deps, due, payment.checkoutId, source, now)
    if (settled.reason === 'still-open') await remindAmountDue(deps, due, now)
    // A flagged payment is left to a person.
    const isDone = settled.reason === 'already-done' || settled.outcome === 'flagged'
    if (isDone) await endChecks(deps.db, payment)
    else if (settled.outcome === 'ignored' || settled.outcome === 'held')
      await scheduleCheck(deps.db, payment, now)
    return settled
  } catch (error) {
    logError('check-open', { payment: payment.id, error })
    await scheduleCheck(deps.db, payment, now)
    return { outcome: 'ignored', reason: 'failed' }
  }
}

/** Settles a free order whose Worker died after the buyer confirmed it. */
async function sweepFree(
  deps: ShopDeps,
  due: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  if (await settleFree(deps, due, source, now)) return { outcome: 'settled' }
  await endChecks(deps.db, due.payment)
  return { outcome: 'ignored', reason: 'already-done' }
}

/** Closes, after a day (with a coupon after 35 minutes), a payment whose buyer never got a page to pay at: nothing can have been paid. */
async function closeOrphan(
  deps: ShopDeps,
  open: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  const { payment } = open
  if (payment.status !== 'pending') {
    await endChecks(deps.db, payment)
    return { outcome: 'ignored', reason: 'already-done' }
  }
  if (now - payment.createdAt <= orphanAfterMs(payment)) {
    await scheduleCheck(deps.db, payment, now)
    return { outcome: 'ignored', reason: 'no-checkout-yet' }
  }
  await writeClose(deps, open, { to: 'expired', checkoutId: null }, source, now)
  return { outcome: 'closed', reason: 'expired' }
}
