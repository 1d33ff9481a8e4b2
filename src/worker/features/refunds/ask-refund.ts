import { Problem } from '../../core/problem.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import type { Purchase } from '../payments/contract.ts'
import { giveBack } from './give-back.ts'
import { notifyReview, reviewOutboxKey } from './notify-refund.ts'
import { isOpen, refundEligibility, refusalText } from './rules.ts'
import { findOwnPurchase, type RefundablePayment } from './store.ts'
import { historyOf, toPurchase } from './views.ts'
import { insertAsked } from './writes.ts'

/** Something may change between the look and the write: then everything is looked at again. */
const TRIES = 3

/**
 * A buyer asks for the money of a purchase. Inside the guarantee it is given back at once for the first time; asked again
 * for the same product, it waits for a person. Asking twice is asking once. Answers with the purchase as it stands then.
 * @throws Problem 404, 422 where the guarantee does not cover it: `data.code` says why
 */
export async function askRefund(
  deps: ShopDeps,
  viewer: Viewer,
  paymentId: number,
  reason: string | null,
  now: number,
): Promise<Purchase> {
  const reference = crypto.randomUUID()
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const found = await findOwnPurchase(deps.db, viewer.id, paymentId, now)
    if (!found) throw new Problem(404, 'There is no such purchase.')
    if (wasAsked(found)) return toPurchase(found, viewer, now)
    if (!(await writeAsked(deps, found, { reference, reason, viewer }, now))) continue
    await giveBack(deps, reference, now)
    const after = await findOwnPurchase(deps.db, viewer.id, paymentId, now)
    return toPurchase(after ?? found, viewer, now)
  }
  throw new Problem(409, 'This purchase is changing right now. Please try again in a moment.')
}

/** A second click finds what the first one did. */
const wasAsked = ({ refund }: RefundablePayment) =>
  refund !== null &&
  (isOpen(refund.status) || (refund.askedBy === 'customer' && refund.status === 'succeeded'))

/** False where it changed meanwhile, or another tab asked first. */
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
    ...{ reference, paymentId: payment.id, amountCents: verdict.cents, reason, now },
    ...{ askedBy: 'customer' as const, actorId: viewer.id },
  }
  const review = verdict.verdict === 'review'
  const seen = {
    revision: payment.revision,
    repeated,
    status: review ? ('review' as const) : ('approved' as const),
  }
  try {
    await commit(db, [
      insertAsked(db, refund, seen),
      ...(review ? notifyReview(deps, found, refund, now) : []),
    ])
  } catch (error) {
    if (refusedBy(error, 'refunds', 'payment_id') || refusedBy(error, 'refunds', 'status')) return false
    throw error
  }
  if (review) deps.later(dispatchKeys(deps.env, db, [reviewOutboxKey(reference)], now))
  return true
}
