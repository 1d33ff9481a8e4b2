import { toUsd } from '#shared/core/money.ts'
import type { CouponOffer, ValidateCoupon } from '#shared/coupons/contract.ts'
import { emailIdentity } from '../../core/email-address.ts'
import { Problem } from '../../core/problem.ts'
import { findProduct } from '../catalogue/read-products.ts'
import { requireSellable } from '../catalogue/require-sellable.ts'
import { type IdentityDeps, selectCouponUses, usesBy } from '../identity/count-coupon-uses.ts'
import { personOf, selectAccountPerson } from '../identity/find-person.ts'
import { judgeCoupon, judgePerson, NO_SUCH_CODE } from './judge-coupon.ts'
import { findByCode } from './store.ts'
import { shownValue } from './views.ts'

/**
 * The discount of a code on this product for this person, by the same rule as at the checkout. No use is reserved
 * before the checkout.
 * @throws Problem 404 no such product, or no such code; 422 the coupon is refused, or the product cannot be bought
 */
export async function validateCoupon(
  deps: IdentityDeps,
  viewer: { id: number; email: string; network: string | null },
  input: ValidateCoupon,
  now: number,
): Promise<CouponOffer> {
  const person = { userId: viewer.id, emailIdentity: emailIdentity(viewer.email), network: viewer.network }
  const [[product], [found], [identity]] = await deps.db.batch([
    findProduct(deps.db, input.scriptId, now),
    findByCode(deps.db, input.code, person, input.scriptId, now),
    selectAccountPerson(deps.db, viewer.id),
  ])
  if (!product) throw new Problem(404, 'There is no such product.')
  if (!found) throw new Problem(404, NO_SUCH_CODE)
  const earlier = await deps.db.batch(await selectCouponUses(deps, found.id, personOf(viewer.id, identity)))
  const judged = judgePerson(judgeCoupon(found, product.script, now), usesBy(...earlier))
  if (!judged.ok) throw new Problem(422, judged.message, { data: { code: judged.code } })
  requireSellable(product)
  const { id, code, discountType, description, appliesTo } = judged.coupon
  return {
    coupon: { id, code, discountType, discountValue: shownValue(judged.coupon), description, appliesTo },
    discountAmount: toUsd(judged.discount.discountCents),
    finalAmount: toUsd(judged.discount.finalCents),
  }
}
