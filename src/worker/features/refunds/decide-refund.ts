import type { RefundView } from '#shared/refunds/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { executeRefund } from './execute-refund.ts'
import { notifyBuyer } from './notify-refund.ts'
import { leftCents, refusalForAdmin, refuseAny } from './rules.ts'
import { findRefund, type RefundWithPayment } from './store.ts'
import { toRefundView } from './views.ts'
import { decideRefund } from './writes.ts'

const DECIDED = 'This refund is no longer waiting for a decision.'

/** Refunds the requested amount, or what is left of the payment if that is less. @throws Problem 404, 409 */
export async function approveRefund(
  deps: ShopDeps,
  admin: Actor,
  id: number,
  now: number,
): Promise<RefundView> {
  const found = await waiting(deps, id)
  const refusal = refuseAny(found.payment)
  if (refusal) throw new Problem(409, refusalForAdmin(refusal), { data: { code: refusal } })
  const amountCents = Math.min(found.refund.amountCents, leftCents(found.payment))
  await decide(deps, admin, found, { status: 'approved', amountCents }, [], now)
  await executeRefund(deps, found.refund.reference, now)
  return reread(deps, id)
}

/** Declines the refund and notifies the buyer. Changes nothing else. @throws Problem 404, 409 */
export async function declineRefund(
  deps: ShopDeps,
  admin: Actor,
  id: number,
  note: string | null,
  now: number,
): Promise<RefundView> {
  const found = await waiting(deps, id)
  const notice = notifyBuyer(deps.db, found, { declined: note }, now)
  await decide(deps, admin, found, { status: 'declined' }, notice, now)
  return reread(deps, id)
}

async function waiting({ db }: ShopDeps, id: number): Promise<RefundWithPayment> {
  const found = await findRefund(db, id)
  if (!found) throw new Problem(404, 'There is no such refund.')
  if (found.refund.status !== 'review') throw new Problem(409, DECIDED)
  return found
}

async function decide(
  deps: ShopDeps,
  { id: actorId, ip }: Actor,
  { refund }: RefundWithPayment,
  to: Parameters<typeof decideRefund>[2],
  more: Write[],
  now: number,
) {
  const { db } = deps
  const action = to.status === 'approved' ? ('refund.approve' as const) : ('refund.decline' as const)
  const { status, amountCents } = refund
  const entry = { actorId, ip, action, subject: `refund:${refund.id}`, before: { status, amountCents }, now }
  try {
    const writes = [decideRefund(db, refund.id, to, now), noteAction(db, { ...entry, after: to }), ...more]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'refunds', 'status')) throw new Problem(409, DECIDED)
    throw error
  }
}

async function reread({ db }: ShopDeps, id: number): Promise<RefundView> {
  const found = await findRefund(db, id)
  if (!found) throw new Problem(404, 'There is no such refund.')
  return toRefundView(found)
}
