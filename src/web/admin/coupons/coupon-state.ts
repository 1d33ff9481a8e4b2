import type { CouponView } from '#shared/coupons/contract.ts'

/** `active`, or the reason why a coupon gives no discount now. */
export type CouponState = 'inactive' | 'expired' | 'scheduled' | 'used-up' | 'active'

/** Checked in the order in which the checkout refuses a coupon. */
export function couponState(
  { isActive, startDate, endDate, maxUses, usageCount }: CouponView,
  now: number,
): CouponState {
  if (!isActive) return 'inactive'
  if (now < Date.parse(startDate)) return 'scheduled'
  if (endDate !== null && now >= Date.parse(endDate)) return 'expired'
  return maxUses !== null && usageCount >= maxUses ? 'used-up' : 'active'
}
