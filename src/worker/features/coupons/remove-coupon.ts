import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { findCoupon } from './store.ts'
import { toCouponView } from './views.ts'
import { changeCoupon, deleteCoupon } from './writes.ts'

/**
 * Deletes a coupon that was never used. A used coupon stays in the tables and is switched off instead.
 * @throws Problem 404; 409 another admin changed it meanwhile
 */
export async function removeCoupon(
  db: Db,
  actor: Actor,
  id: number,
  now: number,
): Promise<'deleted' | 'switched-off'> {
  const coupon = await findCoupon(db, id)
  if (!coupon) throw new Problem(404, 'There is no such coupon.')
  const entry = {
    actorId: actor.id,
    subject: `coupon:${id}`,
    before: toCouponView(coupon),
    ip: actor.ip,
    now,
  }
  const isThere = sql`exists (select 1 from coupons c where c.id = ${id})`
  const isUnused = sql`exists (select 1 from coupons c where c.id = ${id} and c.updated_at = ${coupon.updatedAt})
    and not exists (select 1 from coupon_usages u where u.coupon_id = ${id})`
  try {
    await commit(db, [
      noteAction(db, { ...entry, action: 'coupon.delete', onlyIf: isUnused }),
      deleteCoupon(db, id),
    ])
    return 'deleted'
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
  }
  const after = toCouponView({ ...coupon, isActive: false, updatedAt: Math.max(now, coupon.updatedAt + 1) })
  try {
    await commit(db, [
      changeCoupon(db, coupon, { isActive: false }, now),
      noteAction(db, { ...entry, action: 'coupon.switch-off', onlyIf: isThere, after }),
    ])
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) throw new Problem(404, 'There is no such coupon.')
    if (refusedBy(error, 'coupons', 'updated_at')) {
      throw new Problem(409, 'Somebody else changed this coupon a moment ago. Please load it again.')
    }
    throw error
  }
  return 'switched-off'
}
