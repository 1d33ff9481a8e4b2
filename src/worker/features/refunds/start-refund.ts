import { toCents, toUsd } from '#shared/core/money.ts'
import type { RefundPreview, RefundView, StartRefund } from '#shared/refunds/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { executeRefund } from './execute-refund.ts'
import { effectsOf, leftCents, refusalForAdmin, refuseAny } from './rules.ts'
import { findAttached, findRefundByReference } from './store.ts'
import { toRefundView } from './views.ts'
import { insertStarted } from './writes.ts'

const CHANGING = 'This payment is changing right now. Load it again, then repeat the refund.'
const CHANGED =
  'Another amount is left to refund than the one you saw. Load the payment again, then repeat the refund.'
const TOO_MUCH = (left: number) => `Only $${toUsd(left).toFixed(2)} of this payment is left to refund.`

/**
 * An admin refunds a payment, in full or in part, also outside the guarantee. The batch of the refund writes the admin
 * and the reason to the audit log.
 * @throws Problem 404, 409 (nothing left, disputed, one is under way), 422 (more than is left)
 */
export async function startRefund(
  deps: ShopDeps,
  admin: Actor,
  paymentId: number,
  { amount, reason, left: seenLeft }: StartRefund,
  now: number,
): Promise<RefundView> {
  const { db } = deps
  const found = await findAttached(db, paymentId)
  if (!found) throw new Problem(404, 'There is no such payment.')
  const refusal = found.open ? 'under-way' : refuseAny(found.payment)
  if (refusal) throw new Problem(409, refusalForAdmin(refusal), { data: { code: refusal } })
  const left = leftCents(found.payment)
  // A refund whose answer was lost is not made a second time.
  if (seenLeft !== undefined && toCents(seenLeft) !== left) throw new Problem(409, CHANGED)
  const amountCents = amount === undefined ? left : toCents(amount)
  if (amountCents > left) throw new Problem(422, TOO_MUCH(left))
  const reference = crypto.randomUUID()
  const refund = {
    reference,
    paymentId,
    amountCents,
    reason,
    now,
    askedBy: 'admin' as const,
    actorId: admin.id,
  }
  try {
    await commit(db, [
      insertStarted(db, refund, found.payment),
      noteAction(db, {
        actorId: admin.id,
        ip: admin.ip,
        now,
        action: 'payment.refund',
        subject: `payment:${paymentId}`,
        before: { status: found.payment.status, refundedCents: found.payment.refundedCents },
        after: { reference, amountCents, reason },
      }),
    ])
  } catch (error) {
    if (refusedBy(error, 'refunds', 'payment_id')) throw new Problem(409, refusalForAdmin('under-way'))
    if (refusedBy(error, 'refunds', 'status')) throw new Problem(409, CHANGING)
    throw error
  }
  await executeRefund(deps, reference, now)
  const after = await findRefundByReference(db, reference)
  if (!after) throw new Error('The refund was not stored')
  return toRefundView(after)
}

/** The effects of a refund of this amount (USD; by default all that is left), before it is made. @throws Problem 404 */
export async function previewRefund(
  { db }: Pick<ShopDeps, 'db'>,
  paymentId: number,
  amount: number | undefined,
): Promise<RefundPreview> {
  const found = await findAttached(db, paymentId)
  if (!found) throw new Problem(404, 'There is no such payment.')
  const { payment, attached } = found
  const why = found.open ? 'under-way' : refuseAny(payment)
  const left = leftCents(payment)
  const cents = amount === undefined ? left : toCents(amount)
  const refusal = why ? refusalForAdmin(why) : cents > left ? TOO_MUCH(left) : null
  return {
    paymentId,
    amount: toUsd(cents),
    left: toUsd(left),
    refusal,
    ...effectsOf(payment, cents, attached),
  }
}
