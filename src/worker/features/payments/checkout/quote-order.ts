import { toCents, toUsd } from '#shared/core/money.ts'
import type { CollectingProvider, CreatePayment, PurchaseType } from '#shared/payments/contract.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import { Problem } from '../../../core/problem.ts'
import { findDiscount } from '../../coupons/judge-coupon.ts'
import type { Reservation } from '../../coupons/writes.ts'
import type { IdentityDeps } from '../../identity/count-coupon-uses.ts'
import type { Person } from '../../identity/marks-rules.ts'
import { findTrial } from '../../identity/trial.ts'
import { currentOf } from '../../subscriptions/find-current-subscription.ts'
import { refuse } from '../refusals.ts'
import type { PaymentWithProduct } from '../store.ts'
import { creditOf } from '../upgrades/find-credit.ts'
import { type Quote, quote } from './rules.ts'

/** The price of an order, and the coupon of which it needs a use. */
export type Offer = Quote & {
  coupon: Reservation['coupon'] | null
  creditCents: number
  upgradedSubscriptionId: number | null
  /** The days of the trial that it starts, in which nothing is charged. */
  trialDays: number
}

/** `premium`: the rows of `selectCurrent` for Premium. */
type Buyer = { userId: number; identity: Person; premium: Parameters<typeof currentOf>[0] }

const NO_CREDIT = { creditCents: 0, upgradedSubscriptionId: null, trialDays: 0 }

/**
 * The price of this order for this buyer now. The request's `finalAmount` is the price that the buyer was shown: where
 * it is not right any more, or the coupon does not apply, the refusal names the current price.
 * @throws Problem 422 it is not sold this way; 409 (price-changed, coupon-refused, trial-refused) with `amount` and
 * `originalAmount`
 */
export async function quoteOrder(
  deps: IdentityDeps,
  buyer: Buyer,
  product: PaymentWithProduct['product'],
  input: CreatePaymentInput & { purchaseType: PurchaseType },
  now: number,
): Promise<Offer> {
  const full = quote(product, input.purchaseType)
  if (!full.ok) {
    const message =
      full.reason === 'one-time-only'
        ? `${product.name} is a one-time purchase, not a subscription.`
        : `${product.name} is sold as a monthly subscription.`
    throw new Problem(422, message)
  }
  const offer = await priced(deps, buyer, product, input, full.value, now)
  if (input.finalAmount != null && toCents(input.finalAmount) !== offer.amountCents) {
    throw refuse(
      'price-changed',
      'The price has changed. Please check it and confirm again.',
      amountsOf(offer),
    )
  }
  return offer
}

function priced(
  deps: IdentityDeps,
  buyer: Buyer,
  product: PaymentWithProduct['product'],
  input: CreatePaymentInput,
  full: Quote,
  now: number,
): Promise<Offer> {
  if (input.upgrade) return upgraded(deps, buyer, product, input, full, now)
  if (input.trial) return onTrial(deps, buyer, product, input, full)
  return discounted(deps, buyer, product, input, full, now)
}

/** Nothing is due for the days of the trial. A coupon cannot be used with it: the buyer chooses one of the two. */
async function onTrial(
  deps: IdentityDeps,
  buyer: Buyer,
  product: PaymentWithProduct['product'],
  { couponId }: CreatePaymentInput,
  full: Quote,
): Promise<Offer> {
  refuseCouponWith('free days', couponId, full)
  const trial = await findTrial(deps, buyer.identity, product)
  if (trial === null || trial.refusal !== null)
    throw refuse('trial-refused', NO_TRIAL[trial?.refusal ?? 'ended'], amountsOf(full))
  const { originalCents } = full
  const isFree = { originalCents, discountCents: originalCents, amountCents: 0 }
  return { ...isFree, coupon: null, ...NO_CREDIT, trialDays: trial.days }
}

function refuseCouponWith(other: string, couponId: number | null | undefined, full: Quote): void {
  if (couponId == null) return
  const message = `A coupon cannot be used together with ${other}. Choose one of the two.`
  throw refuse('coupon-refused', message, amountsOf(full))
}

const NO_TRIAL = {
  used: 'You have had free days in this shop before. The subscription begins with its first month.',
  unconfirmed:
    'Free days are for accounts with a confirmed email address. Open the link in our email to you, or request a new link in your profile.',
  ended:
    'This subscription does not begin with free days any more. Please check the price and confirm again.',
}

async function discounted(
  deps: IdentityDeps,
  buyer: Buyer,
  product: PaymentWithProduct['product'],
  input: CreatePaymentInput,
  full: Quote,
  now: number,
): Promise<Offer> {
  if (input.couponId == null) return { ...full, coupon: null, ...NO_CREDIT }
  const person = {
    userId: buyer.userId,
    emailIdentity: emailIdentity(input.email),
    network: input.network ?? null,
  }
  const judged = await findDiscount(deps, input.couponId, person, buyer.identity, product, now)
  if (!judged.ok) throw refuse('coupon-refused', judged.message, amountsOf(full))
  const { discountCents, finalCents } = judged.discount
  return {
    originalCents: full.originalCents,
    discountCents,
    amountCents: finalCents,
    coupon: judged.coupon,
    ...NO_CREDIT,
  }
}

/** The price after the credit for unused Premium. A coupon cannot be used with it: the buyer chooses one of the two. */
async function upgraded(
  { db }: IdentityDeps,
  buyer: Buyer,
  product: PaymentWithProduct['product'],
  input: CreatePaymentInput,
  full: Quote,
  now: number,
): Promise<Offer> {
  refuseCouponWith('the credit for Premium', input.couponId, full)
  const credit = await creditOf(db, currentOf(buyer.premium, now), product, now)
  if (credit === null) {
    const message = 'There is no unused Premium left to credit. Please check the price and confirm again.'
    throw refuse('price-changed', message, amountsOf(full))
  }
  return {
    originalCents: full.originalCents,
    discountCents: credit.creditCents,
    amountCents: full.originalCents - credit.creditCents,
    coupon: null,
    ...NO_CREDIT,
    creditCents: credit.creditCents,
    upgradedSubscriptionId: credit.subscriptionId,
  }
}

const amountsOf = ({ amountCents, originalCents }: Quote) => ({
  amount: toUsd(amountCents),
  originalAmount: toUsd(originalCents),
})

/** The order of a buyer, with the provider that collects it, which the route names, and the network of the request. */
export type CreatePaymentInput = Omit<CreatePayment, 'provider' | 'purchaseType'> & {
  provider: CollectingProvider
  /** Absent: the product's own. */
  purchaseType?: PurchaseType
  /** For crypto: the buyer's country. */
  billingCountry?: string | null | undefined
  network?: string | null | undefined
  /** The address that a challenge was solved from. */
  ip?: string | null
}
