import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { findCoupon } from './store.ts'
import { toCouponView } from './views.ts'
import { changeCoupon, deleteCoupon } from './writes.ts'

/**
 * Deletes a coupon that nobody ever used; one that was used stays in the books and is switched off instead.
 * @throws Problem 404
 */
export async function removeCoupon(
  db: Db,
  actor: Actor,
  id: number,
  now: number,
): Promise<'deleted' | 'switched-off'> {
  const coupon = await findCoupon(db, id)
  if (!coupon) throw new Problem(404, 'There is no such coupon.')
  const deed = { actorId: actor.id, subject: `coupon:${id}`, before: toCouponView(coupon), ip: actor.ip, now }
  const unused = sql`case when not exists (select 1 from coupon_usages u where u.coupon_id = ${id}) then 'coupon.delete' end`
  try {
    await commit(db, [noteAction(db, { ...deed, action: unused }), deleteCoupon(db, id)])
    return 'deleted'
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
  }
  const after = { isActive: false }
  await commit(db, [
    changeCoupon(db, coupon, after, now),
    noteAction(db, { ...deed, action: 'coupon.switch-off', after }),
  ])
  return 'switched-off'
}
