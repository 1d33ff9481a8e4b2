import type Stripe from 'stripe'

/** Why a coupon cannot be used now (seconds); null: the coupon can be used. */
export function couponRefusal(coupon: Stripe.Coupon, now: number): string | null {
  if (coupon.redeem_by !== null && coupon.redeem_by <= now) return `Coupon ${coupon.id} is expired.`
  if (coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions) {
    return `Coupon ${coupon.id} is used up and cannot be applied.`
  }
  return null
}

/** The discount of a coupon on a subtotal, in cents; never more than the subtotal. */
export function couponDiscount(coupon: Stripe.Coupon, subtotal: number): number {
  const off = coupon.amount_off ?? Math.round((subtotal * (coupon.percent_off ?? 0)) / 100)
  return Math.min(off, subtotal)
}
