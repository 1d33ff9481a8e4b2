import type { CouponOffer } from '#shared/coupons/contract.ts'
import { freeDays } from '../../catalogue/trial-line.ts'

export type PayMethod = 'card' | 'crypto'

/** The payment method in the address: crypto where the shop takes it, or card for any other value. */
export const readMethod = (asked: string | null, hasCrypto: boolean): PayMethod =>
  asked === 'crypto' && hasCrypto ? 'crypto' : 'card'

/** The label of the button that pays, as specified. */
export function payLabel(method: PayMethod, isSubscription: boolean, amount: string): string {
  const means = method === 'card' ? 'Card' : 'Crypto'
  return isSubscription ? `Subscribe with ${means} - ${amount}/month` : `Pay with ${means} - ${amount}`
}

/** The label of the button for a free order, which does not mention paying. */
export const freeLabel = (isSubscription: boolean): string =>
  isSubscription ? 'Get your free month' : 'Get it free'

/** The label of the button that starts free days, after which the card is charged. */
export const trialLabel = (days: number): string => `Start ${freeDays(days)} with Card`

/** The address of the page that prepares a crypto charge. Its amounts are hints: the server computes the price. */
export function cryptoCheckoutPath(order: {
  productId: number
  email: string
  remind?: boolean
  referralCode: string | null
  offer: CouponOffer | null
  upgrade?: { total: number } | null
  deliveryConsent?: string | null
  country?: string | null
  /** The products of the bundle that the buyer was shown. */
  bundledIds?: number[] | null
}): string {
  const query = new URLSearchParams({ productId: String(order.productId), email: order.email })
  if (order.remind) query.set('remind', '1')
  if (order.referralCode) query.set('ref', order.referralCode)
  if (order.offer) {
    query.set('discountAmount', String(order.offer.discountAmount))
    query.set('finalAmount', String(order.offer.finalAmount))
    query.set('couponId', String(order.offer.coupon.id))
  }
  if (order.upgrade) {
    query.set('upgrade', '1')
    query.set('finalAmount', String(order.upgrade.total))
  }
  if (order.country) query.set('country', order.country)
  if (order.bundledIds) query.set('bundledIds', order.bundledIds.join(','))
  if (order.deliveryConsent) query.set('deliveryConsent', order.deliveryConsent)
  return `/coinbase-checkout?${query}`
}
