import { toUsd } from '#shared/core/money.ts'
import type { CouponOffer, ValidateCoupon } from '#shared/coupons/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { AccountBatch } from '../../db/account-batch.ts'
import { findProduct } from '../catalogue/read-products.ts'
import { requireSellable } from '../catalogue/require-sellable.ts'
import { type IdentityDeps, selectCouponUses, usesBy } from '../identity/count-coupon-uses.ts'
import { personOf, selectAccountPerson } from '../identity/find-person.ts'
import { judgeCoupon, judgePerson, NO_SUCH_CODE } from './judge-coupon.ts'
import { findByCode } from './store.ts'
import { shownValue } from './views.ts'

/**
 * The discount of a code on this product for this person, by the same rule as at the checkout. No use is reserved
 * before the checkout. `network`: of the request. One round trip, and one more for a code that exists: it reads the marks
 * of the mailbox that the first one found.
 * @throws Problem 401 as `batch`; 404 no such product, or no such code; 422 the coupon is refused, or the product cannot be bought
 */
export async function validateCoupon(
  deps: IdentityDeps,
  batch: AccountBatch,
  input: ValidateCoupon & { network: string | null },
  now: number,
): Promise<CouponOffer> {
  const { db } = deps
  const { code, scriptId, network } = input
  const { userId, results } = await batch(
    (account) =>
      [
        findProduct(db, scriptId, now),
        findByCode(db, code, { userId: account, emailIdentity: null, network }, scriptId, now),
        selectAccountPerson(db, account),
      ] as const,
  )
  const [[product], [found], [identity]] = results
  if (!product) throw new Problem(404, 'There is no such product.')
  if (!found) throw new Problem(404, NO_SUCH_CODE)
  const earlier = await db.batch(await selectCouponUses(deps, found.id, personOf(userId, identity)))
  const judged = judgePerson(judgeCoupon(found, product.script, now), usesBy(...earlier))
  if (!judged.ok) throw new Problem(422, judged.message, { data: { code: judged.code } })
  requireSellable(product)
  const { id, discountType, description, appliesTo } = judged.coupon
  const discountValue = shownValue(judged.coupon)
  return {
    coupon: { id, code: judged.coupon.code, discountType, discountValue, description, appliesTo },
    discountAmount: toUsd(judged.discount.discountCents),
    finalAmount: toUsd(judged.discount.finalCents),
  }
}
