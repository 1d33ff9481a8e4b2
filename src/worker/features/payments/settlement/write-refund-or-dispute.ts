import type { ShopDeps } from '../../../http/shop-deps.ts'
import { releaseUse } from '../../coupons/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { notifyChange } from '../notices/notify-buyer.ts'
import { notifyFailedRefund } from '../notices/notify-support.ts'
import { syncPrepaid } from '../prepaid/sync-prepaid.ts'
import { endedSubscription, netCents, type PaymentState, type Source } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'
import { findSecondReason } from './detect-second-payment.ts'
import { reportLostCredit } from './report-lost-credit.ts'
import { reportPaidTwice } from './report-paid-twice.ts'
import { failedCents, type OwnRefund } from './rules.ts'
import { hasLaterMonth } from './store.ts'
import { syncDependents } from './sync-dependents.ts'
import { changePayment, enterLedger, syncRefunds, wasCommitted } from './writes.ts'

/**
 * Writes a refund, a dispute, or a reversal of either. False where another handler changed the payment since the read.
 */
export async function writeRefundOrDispute(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  { to, failed }: { to: PaymentState; failed: readonly OwnRefund[] },
  source: Source,
  now: number,
): Promise<boolean> {
  const { db } = deps
  const revision = payment.revision + 1
  const moved = netCents(payment.amountCents, to) - netCents(payment.amountCents, payment)
  // A refund that was counted has failed: the bank rejected it.
  const fell = to.refundedCents < payment.refundedCents
  const fellCents = failedCents(payment, { to, failed })
  const details = {
    from: payment.status,
    to: to.status,
    refundedCents: to.refundedCents,
    movedCents: moved,
    failedCents: fellCents,
  }
  const second = await findSecondReason(db, payment.id)
  const isSecond = second !== null
  const couponReused = second === 'coupon'
  const keepsAccess = !isSecond && (await hasLaterMonth(db, payment))
  const kind = moved > 0 ? 'restore' : to.status === 'disputed' ? 'dispute' : 'refund'
  const subscriptionEnded = !isSecond && !keepsAccess && endedSubscription(payment, to)
  const restored = { restored: payment.id, source }
  const writes = [
    recordOnce(db, { paymentId: payment.id, kind: `change:${revision}`, source, details, now }),
    changePayment(db, payment, to, now),
    ...(moved === 0 ? [] : [enterLedger(db, payment, kind, moved, now)]),
    ...(await syncPrepaid(db, payment, to, now)),
    ...releaseUse(db, payment.id),
    ...syncDependents(db, { id: payment.id, revision }, now),
    ...syncRefunds(db, payment.id, { fell, failed }, now),
    ...notifyChange(
      db,
      payment,
      product,
      { ...to, isSecond, couponReused, keepsAccess, subscriptionEnded, failedCents: fellCents },
      now,
    ),
    // Meanwhile the buyer may have bought the product again.
    ...(moved > 0 && !isSecond ? await reportPaidTwice(deps, payment, restored, now) : []),
    ...(moved < 0 ? await reportLostCredit(deps, payment, now) : []),
    ...(fellCents > 0
      ? notifyFailedRefund(deps, payment, product, { refundCents: fellCents, subscriptionEnded }, now)
      : []),
  ]
  return wasCommitted(commitAndDispatch(deps, writes, now))
}
