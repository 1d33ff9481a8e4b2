import { emailIdentity } from '../../core/email-address.ts'
import { formatCents, toUsd } from '../../core/money.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { findProduct } from '../catalogue/read-products.ts'
import type { CouponOffer, ValidateCoupon } from './contract.ts'
import { type Coupon, type CouponRefusal, redeem } from './rules.ts'
import { findCoupon } from './store.ts'

/**
 * What a code takes off this product for this person. Promises nothing: no use is held before the checkout. One round
 * trip.
 * @throws Problem 404 no such product, or no such code; 422 the rule says no
 */
export async function validateCoupon(
  db: Db,
  viewer: { id: number; email: string },
  wish: ValidateCoupon,
  now: number,
): Promise<CouponOffer> {
  const person = { userId: viewer.id, emailIdentity: emailIdentity(viewer.email) }
  const [[product], [coupon]] = await db.batch([
    findProduct(db, wish.scriptId, now),
    findCoupon(db, wish.code, person),
  ])
  if (!product) throw new Problem(404, 'There is no such product.')
  if (!coupon) throw new Problem(404, 'This coupon code is not valid.')
  const { id: scriptId, isSubscription, priceCents } = product.script
  const ownUses = Math.max(coupon.usesByMailbox, coupon.usesByAccount)
  const decision = redeem(coupon, { scriptId, isSubscription, priceCents }, ownUses, now)
  if (!decision.ok) throw new Problem(422, sentences[decision.reason](coupon))
  const { id, code, discountType, discountValue, description, appliesTo } = coupon
  const shownValue = discountType === 'fixed_amount' ? toUsd(discountValue) : discountValue
  return {
    coupon: { id, code, discountType, discountValue: shownValue, description, appliesTo },
    discountAmount: toUsd(decision.value.discountCents),
    finalAmount: toUsd(decision.value.finalCents),
  }
}

const sentences: Record<CouponRefusal, (coupon: Coupon) => string> = {
  inactive: () => 'This coupon is not active any more.',
  'not-started': () => 'This coupon is not valid yet.',
  expired: () => 'This coupon has expired.',
  'used-up': () => 'This coupon has been used up.',
  'used-by-you': ({ maxUsesPerUser }) =>
    maxUsesPerUser === 1
      ? 'You have already used this coupon.'
      : `You have already used this coupon ${maxUsesPerUser} times.`,
  'other-product': () => 'This coupon is for another product.',
  'subscriptions-only': () => 'This coupon is for subscriptions only.',
  'one-time-only': () => 'This coupon is for one-time purchases only.',
  'below-minimum': ({ minPurchaseCents }) =>
    `This coupon needs a purchase of at least ${formatCents(minPurchaseCents)}.`,
}
