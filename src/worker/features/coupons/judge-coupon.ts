import { formatCents } from '#shared/core/money.ts'
import type { CouponRefusalCode } from '#shared/coupons/contract.ts'
import { COUPON_CHECKOUT_MINUTES } from '#shared/coupons/lifetime-rules.ts'
import { type IdentityDeps, selectCouponUses, usesBy } from '../identity/count-coupon-uses.ts'
import type { Person as Identity } from '../identity/marks-rules.ts'
import { type Coupon, type Discount, redeem, refuseAudience, refuseReservation } from './rules.ts'
import { type FoundCoupon, findByIdFor, type Person } from './store.ts'

/** The product that is bought with a coupon. */
export type Bought = { id: number; isSubscription: boolean; priceCents: number }

export type Judged =
  | { ok: true; coupon: FoundCoupon; discount: Discount }
  /** `message` may be shown to the buyer. Without a code there is no such coupon. */
  | { ok: false; message: string; code?: CouponRefusalCode }

export const NO_SUCH_CODE = 'This coupon code is not valid.'

/** The decision for this person and product, with a message where the coupon is refused. */
export function judgeCoupon(coupon: FoundCoupon, product: Bought, now: number): Judged {
  const { id: scriptId, isSubscription, priceCents } = product
  const ownUses = Math.max(coupon.usesByMailbox, coupon.usesByAccount, coupon.usesByAddress)
  const withoutOwn = { ...coupon, currentUses: coupon.currentUses - coupon.ownReservation }
  const decision = redeem(withoutOwn, { scriptId, isSubscription, priceCents }, ownUses, now)
  if (!decision.ok) {
    const isHeld = decision.reason === 'used-by-you' && ownUses - coupon.heldByAccount < coupon.maxUsesPerUser
    return refused(isHeld ? 'held-by-you' : decision.reason, coupon)
  }
  const { reservedOnNetwork } = coupon
  const isConfirmed = coupon.isConfirmed === 1
  const buyer = { isConfirmed, isCustomer: coupon.isCustomer === 1, isOwner: coupon.isOwner === 1 }
  const refusal =
    refuseAudience(coupon.audience, buyer) ?? refuseReservation(coupon, { isConfirmed, reservedOnNetwork })
  return refusal ? refused(refusal, coupon) : { ok: true, coupon, discount: decision.value }
}

/**
 * The same for the coupon id of a checkout, in one round trip. `identity`: the account's, as the marks of earlier uses name
 * it. Reserves nothing: `reserveUse` does that.
 */
export async function findDiscount(
  deps: IdentityDeps,
  couponId: number,
  person: Person,
  identity: Identity,
  product: Bought,
  now: number,
): Promise<Judged> {
  const [[coupon], uses, first] = await deps.db.batch([
    findByIdFor(deps.db, couponId, person, product.id, now),
    ...(await selectCouponUses(deps, couponId, identity)),
  ])
  if (!coupon) return { ok: false, message: NO_SUCH_CODE }
  return judgePerson(judgeCoupon(coupon, product, now), usesBy(uses, first))
}

/**
 * The decision after the marks of earlier uses: those of a deleted account with the same mailbox count too. A card is
 * known only once it has paid: the settlement checks it.
 */
export function judgePerson(judged: Judged, earlier: ReturnType<typeof usesBy>): Judged {
  if (!judged.ok) return judged
  const { coupon } = judged
  if (earlier.uses >= coupon.maxUsesPerUser) return refused('used-by-you', coupon)
  const isFirst = coupon.audience !== 'new_customers' || !earlier.hadFirstOrder
  return isFirst ? judged : refused('new-customers-only', coupon)
}

const refused = (code: CouponRefusalCode, coupon: Coupon): Judged => ({
  ok: false,
  message: sentences[code](coupon),
  code,
})

const sentences: Record<CouponRefusalCode, (coupon: Coupon) => string> = {
  inactive: () => 'This coupon is no longer active.',
  'not-started': () => 'This coupon is not valid yet.',
  expired: () => 'This coupon has expired.',
  'used-up': () => 'This coupon has been used up.',
  'used-by-you': ({ maxUsesPerUser }) =>
    maxUsesPerUser === 1
      ? 'You have already used this coupon.'
      : `You have already used this coupon ${maxUsesPerUser} times.`,
  'held-by-you': () =>
    `Another unpaid order of yours has this coupon. Pay that order, or try again in ${COUPON_CHECKOUT_MINUTES} minutes.`,
  'other-product': () => 'This coupon is for another product.',
  'subscriptions-only': () => 'This coupon is for subscriptions only.',
  'one-time-only': () => 'This coupon is for one-time purchases only.',
  'below-minimum': ({ minPurchaseCents }) =>
    `This coupon needs a purchase of at least ${formatCents(minPurchaseCents)}.`,
  'new-customers-only': () =>
    'This coupon is for a first order only. You have ordered here before, or another first order of yours is open.',
  'owners-only': () =>
    'This coupon is for people who have a certain product already. Your account does not have it.',
  unconfirmed: () =>
    'This coupon is for accounts with a confirmed email address. Open the link in our email to you, or request a new link in your profile. Then enter the code again.',
  network: () =>
    `Other buyers on your network are paying with this coupon right now. Please try again in ${COUPON_CHECKOUT_MINUTES} minutes, or buy without it.`,
}
