import type {
  COUPON_SCOPES,
  CouponAudience,
  CouponRefusalCode,
  DISCOUNT_TYPES,
} from '#shared/coupons/contract.ts'

export type Coupon = {
  discountType: (typeof DISCOUNT_TYPES)[number]
  /** A fraction for percentage (0.2 = 20 %), cents for fixed_amount. */
  discountValue: number
  startDate: number
  endDate: number | null
  maxUses: number | null
  currentUses: number
  maxUsesPerUser: number
  minPurchaseCents: number
  isActive: boolean
  appliesTo: (typeof COUPON_SCOPES)[number]
  specificScriptIds: readonly number[]
}

export type CouponOrder = { scriptId: number; isSubscription: boolean; priceCents: number }

/** A reason that concerns only coupons with a total limit. */
export type ReservationRefusal = Extract<CouponRefusalCode, 'unconfirmed' | 'network'>

export type AudienceRefusal = Extract<CouponRefusalCode, 'new-customers-only' | 'owners-only' | 'unconfirmed'>

export type CouponRefusal = Exclude<CouponRefusalCode, ReservationRefusal | AudienceRefusal>

export type Discount = { discountCents: number; finalCents: number }

/** The minimum charge of card providers: a smaller amount is not collected at all. */
const MINIMUM_CHARGE_CENTS = 50

/**
 * Whether this person may use the coupon for this order now, and its discount. `ownUses` counts this person's live
 * reservations and redemptions. A subscription is discounted in its first period. Where the remaining amount would be
 * below the minimum charge, the discount is the whole price.
 */
export function redeem(
  coupon: Coupon,
  order: CouponOrder,
  ownUses: number,
  now: number,
): { ok: true; value: Discount } | { ok: false; reason: CouponRefusal } {
  const reason = refusalOf(coupon, order, ownUses, now)
  if (reason) return { ok: false, reason }
  const left = order.priceCents - discountOf(coupon, order.priceCents)
  const finalCents = left < MINIMUM_CHARGE_CENTS ? 0 : left
  return { ok: true, value: { discountCents: order.priceCents - finalCents, finalCents } }
}

/** The unpaid reservations of one coupon from one network at a time. */
export const RESERVATIONS_PER_NETWORK = 3

/** Whether the coupon, once it runs, makes an order of this price free. */
export function isFreeWith(coupon: Coupon, order: CouponOrder): boolean {
  const unused = { ...coupon, startDate: 0, endDate: null, maxUses: null, maxUsesPerUser: 1 }
  const redeemed = redeem(unused, order, 0, 0)
  return redeemed.ok && redeemed.value.finalCents === 0
}

/**
 * Why this person is not among those the coupon is for. A new customer has a confirmed address: anyone can invent
 * others.
 */
export function refuseAudience(
  audience: CouponAudience,
  buyer: { isConfirmed: boolean; isCustomer: boolean; isOwner: boolean },
): AudienceRefusal | undefined {
  switch (audience) {
    case 'everyone':
      return undefined
    case 'new_customers':
      if (buyer.isCustomer) return 'new-customers-only'
      return buyer.isConfirmed ? undefined : 'unconfirmed'
    case 'owners':
      return buyer.isOwner ? undefined : 'owners-only'
  }
}

/**
 * Why this person must not reserve a use now, though the coupon applies. Only for a coupon with a total limit: unpaid
 * checkouts of invented accounts would keep it from real buyers.
 */
export function refuseReservation(
  { maxUses }: { maxUses: number | null },
  buyer: { isConfirmed: boolean; reservedOnNetwork: number },
): ReservationRefusal | undefined {
  if (maxUses === null) return undefined
  if (!buyer.isConfirmed) return 'unconfirmed'
  return buyer.reservedOnNetwork >= RESERVATIONS_PER_NETWORK ? 'network' : undefined
}

function refusalOf(
  coupon: Coupon,
  order: CouponOrder,
  ownUses: number,
  now: number,
): CouponRefusal | undefined {
  if (!coupon.isActive) return 'inactive'
  if (now < coupon.startDate) return 'not-started'
  if (coupon.endDate !== null && now >= coupon.endDate) return 'expired'
  if (coupon.maxUses !== null && coupon.currentUses >= coupon.maxUses) return 'used-up'
  if (ownUses >= coupon.maxUsesPerUser) return 'used-by-you'
  return (
    outOfScope(coupon, order) ?? (order.priceCents < coupon.minPurchaseCents ? 'below-minimum' : undefined)
  )
}

function outOfScope(coupon: Coupon, order: CouponOrder): CouponRefusal | undefined {
  switch (coupon.appliesTo) {
    case 'all':
      return undefined
    case 'specific_scripts':
      return coupon.specificScriptIds.includes(order.scriptId) ? undefined : 'other-product'
    case 'subscriptions':
      return order.isSubscription ? undefined : 'subscriptions-only'
    case 'one_time':
      return order.isSubscription ? 'one-time-only' : undefined
  }
}

function discountOf({ discountType, discountValue }: Coupon, priceCents: number): number {
  switch (discountType) {
    case 'percentage':
      return Math.min(priceCents, shareOf(priceCents, discountValue))
    case 'fixed_amount':
      return Math.min(priceCents, discountValue)
    case 'free_product':
      return priceCents
  }
}

const MILLIONTHS = 1_000_000

/** Rounds half up to the cent, in integer arithmetic: 14.5 % of 100 cents is 15, which floating point misses. */
function shareOf(priceCents: number, fraction: number): number {
  const millionths = Math.round(fraction * MILLIONTHS)
  return Math.floor((priceCents * millionths + MILLIONTHS / 2) / MILLIONTHS)
}
