import type { Purchase } from '#shared/payments/contract.ts'
import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { executeRefund } from './execute-refund.ts'
import { notifyReview } from './notify-refund.ts'
import { isOpen, refundEligibility, refusalText } from './rules.ts'
import { findOwnPurchase, type RefundablePayment } from './store.ts'
import { historyOf, toPurchase } from './views.ts'
import { insertAsked } from './writes.ts'

/** Maximum attempts when the row changed between read and write. */
const MAX_ATTEMPTS = 3

/**
 * A buyer requests a refund of a purchase. Within the guarantee, the first refund of a product is executed at once, and
 * a second one of the same product waits for review. Repeating a request has no effect. Returns the updated purchase.
 * @throws Problem 404, 409 (the payment keeps changing), 422 (not covered by the guarantee: `data.code` has the reason)
 */
export async function askRefund(
  deps: ShopDeps,
  viewer: Viewer,
  paymentId: number,
  reason: string | null,
  now: number,
): Promise<Purchase> {
  const reference = crypto.randomUUID()
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = await findOwnPurchase(deps.db, viewer.id, paymentId, now)
    if (!found) throw new Problem(404, 'There is no such purchase.')
    if (wasAsked(found)) return toPurchase(found, viewer, now)
    if (!(await writeAsked(deps, found, { reference, reason, viewer }, now))) continue
    await executeRefund(deps, reference, now)
    const after = await findOwnPurchase(deps.db, viewer.id, paymentId, now)
    return toPurchase(after ?? found, viewer, now)
  }
  throw new Problem(409, 'This purchase is changing right now. Please try again in a moment.')
}

/** True where a refund is open, or the customer's earlier request succeeded: a second click changes nothing. */
const wasAsked = ({ refund }: RefundablePayment) =>
  refund !== null &&
  (isOpen(refund.status) || (refund.askedBy === 'customer' && refund.status === 'succeeded'))

/** Returns false where the payment changed since it was read, or another request was first. */
async function writeAsked(
  deps: ShopDeps,
  found: RefundablePayment,
  { reference, reason, viewer }: { reference: string; reason: string | null; viewer: Viewer },
  now: number,
): Promise<boolean> {
  const { db } = deps
  const { payment, repeated } = found
  const verdict = refundEligibility(payment, historyOf(found), now)
  if (verdict.verdict === 'no')
    throw new Problem(422, refusalText(verdict.why), { data: { code: verdict.why } })
  const refund = {
    reference,
    paymentId: payment.id,
    amountCents: verdict.cents,
    reason,
    now,
    askedBy: 'customer' as const,
    actorId: viewer.id,
  }
  const review = verdict.verdict === 'review'
  const seen = {
    revision: payment.revision,
    repeated,
    status: review ? ('review' as const) : ('approved' as const),
  }
  try {
    const notice = review ? notifyReview(deps, found, refund, now) : []
    await commitAndDispatch(deps, [insertAsked(db, refund, seen), ...notice], now)
  } catch (error) {
    if (refusedBy(error, 'refunds', 'payment_id') || refusedBy(error, 'refunds', 'status')) return false
    throw error
  }
  return true
}
