import type { CouponView } from '#shared/coupons/contract.ts'

/** Why a coupon takes nothing off now, or that it does. */
export type CouponState = 'inactive' | 'expired' | 'scheduled' | 'used-up' | 'active'

/** In the order in which the checkout refuses. */
export function couponState(
  { isActive, startDate, endDate, maxUses, usageCount }: CouponView,
  now: number,
): CouponState {
  if (!isActive) return 'inactive'
  if (now < Date.parse(startDate)) return 'scheduled'
  if (endDate !== null && now >= Date.parse(endDate)) return 'expired'
  return maxUses !== null && usageCount >= maxUses ? 'used-up' : 'active'
}
