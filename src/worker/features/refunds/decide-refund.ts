import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import type { RefundView } from './contract.ts'
import { giveBack } from './give-back.ts'
import { notifyBuyer } from './notify-refund.ts'
import { leftCents, refusalText, refuseAny } from './rules.ts'
import { findRefund, type RefundWithPayment } from './store.ts'
import { toRefundView } from './views.ts'
import { decideRefund } from './writes.ts'

const DECIDED = 'This refund does not wait for a decision any more.'

/** Gives the money back as it was asked, or what is left of it by now. @throws Problem 404, 409 */
export async function approveRefund(
  deps: ShopDeps,
  admin: Actor,
  id: number,
  now: number,
): Promise<RefundView> {
  const found = await waiting(deps, id)
  const refusal = refuseAny(found.payment)
  if (refusal) throw new Problem(409, refusalText(refusal), { data: { code: refusal } })
  const amountCents = Math.min(found.refund.amountCents, leftCents(found.payment))
  await decide(deps, admin, found, { status: 'approved', amountCents }, [], now)
  await giveBack(deps, found.refund.reference, now)
  return reread(deps, id)
}

/** Leaves everything as it is, and tells the buyer. @throws Problem 404, 409 */
export async function declineRefund(
  deps: ShopDeps,
  admin: Actor,
  id: number,
  note: string | null,
  now: number,
): Promise<RefundView> {
  const found = await waiting(deps, id)
  const { writes, outboxKeys } = notifyBuyer(deps.db, found, { declined: note }, now)
  await decide(deps, admin, found, { status: 'declined' }, writes, now)
  deps.later(dispatchKeys(deps.env, deps.db, outboxKeys, now))
  return reread(deps, id)
}

async function waiting({ db }: ShopDeps, id: number): Promise<RefundWithPayment> {
  const found = await findRefund(db, id)
  if (!found) throw new Problem(404, 'There is no such refund.')
  if (found.refund.status !== 'review') throw new Problem(409, DECIDED)
  return found
}

async function decide(
  { db }: ShopDeps,
  { id: actorId, ip }: Actor,
  { refund }: RefundWithPayment,
  to: Parameters<typeof decideRefund>[2],
  more: Write[],
  now: number,
) {
  const action = to.status === 'approved' ? 'refund.approve' : 'refund.decline'
  const { status, amountCents } = refund
  const entry = { actorId, ip, action, subject: `refund:${refund.id}`, before: { status, amountCents }, now }
  try {
    await commit(db, [decideRefund(db, refund.id, to, now), noteAction(db, { ...entry, after: to }), ...more])
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
