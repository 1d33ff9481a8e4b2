import type { CouponView } from '#shared/coupons/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { findCoupon } from './store.ts'
import { toCouponView } from './views.ts'

/** @throws Problem 404 */
export async function readCoupon(db: Db, id: number): Promise<CouponView> {
  const coupon = await findCoupon(db, id)
  if (!coupon) throw new Problem(404, 'There is no such coupon.')
  return toCouponView(coupon)
}
