import type { ApplyCoupon, CouponUse } from '#shared/coupons/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { listOwnUses } from './store.ts'
import { toCouponUse } from './views.ts'

/**
 * Returns the coupon use of a purchase. A coupon takes effect at the checkout, where its use is reserved with the
 * payment. This call only confirms the use, any number of times, and changes nothing.
 * @throws Problem 404 no such purchase of this buyer; 409 it was made without this coupon, or its use was released
 */
export async function applyCoupon(db: Db, userId: number, input: ApplyCoupon): Promise<CouponUse> {
  const [found] = await listOwnUses(db, userId, input)
  if (!found || found.scriptId !== input.scriptId) throw new Problem(404, 'There is no such purchase.')
  const { usage } = found
  if (usage?.couponId !== input.couponId) {
    throw new Problem(
      409,
      'This purchase was made without this coupon. A coupon is entered at the checkout, before paying.',
    )
  }
  if (usage.state === 'released') {
    throw new Problem(409, 'This coupon is not in use any more: its payment was not made, or was refunded.')
  }
  return toCouponUse(usage)
}
