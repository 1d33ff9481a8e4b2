import type { Checked } from '#shared/orders/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { refreshPayment } from '../payments/settlement/refresh-payment.ts'
import { findStatus } from './order-store.ts'

/**
 * Refreshes a payment from its provider, as a webhook would. A change is audited.
 * @throws Problem 404; ProviderDown
 */
export async function checkOrder(deps: ShopDeps, actor: Actor, id: number, now: number): Promise<Checked> {
  const { db } = deps
  const before = await findStatus(db, id)
  if (!before) throw new Problem(404, 'There is no such payment.')
  const { outcome } = await refreshPayment(deps, id, 'admin', now)
  const after = (await findStatus(db, id)) ?? before
  if (outcome !== 'ignored') {
    const entry = {
      actorId: actor.id,
      ip: actor.ip,
      action: 'payment.check' as const,
      subject: `payment:${id}`,
      now,
    }
    await commit(db, [noteAction(db, { ...entry, before, after: { ...after, outcome } })])
  }
  return { outcome, status: after.status }
}
