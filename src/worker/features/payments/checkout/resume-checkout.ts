import type { ShopDeps } from '../../../http/shop-deps.ts'
import { refuseOtherCountry } from '../order-tax.ts'
import { IN_REVIEW, OTHER_PRICE, refuse, refuseConfirming } from '../refusals.ts'
import { keepReminder } from '../reminders/writes.ts'
import { wasMade } from '../rules.ts'
import { settleFree } from '../settlement/settle-free.ts'
import { type Checkout, findById, type PaymentWithProduct } from '../store.ts'
import { refuseOtherContents } from './bundle-contents.ts'
import { consentOf } from './delivery-consent.ts'
import { openCheckout, type Page } from './open-checkout.ts'
import type { CreatePaymentInput } from './quote-order.ts'
import { isOtherPrice, isPayable, isSameBuyer } from './rules.ts'

/** Returns the page of a checkout that was opened before. */
export async function resume(
  deps: ShopDeps,
  before: Checkout,
  input: CreatePaymentInput,
  now: number,
): Promise<Page> {
  const { payment } = before
  if (
    payment.scriptId !== input.productId ||
    payment.purchaseType !== (input.purchaseType ?? payment.purchaseType)
  ) {
    throw refuse('stale', 'This checkout belongs to another product. Please start again.')
  }
  // A free order has no provider, so its next page is the same for each of them.
  const provider = payment.paymentProvider === 'free' ? 'free' : input.provider
  if (!isSameBuyer(payment, { email: input.email, provider })) {
    throw refuse(
      'stale',
      'This checkout was opened with another email address or way to pay. Please start again.',
    )
  }
  refuseOtherContents(payment, input)
  const isOtherOffer =
    payment.couponId !== (input.couponId ?? null) ||
    (payment.upgradedSubscriptionId !== null) !== (input.upgrade === true) ||
    payment.trialDays > 0 !== (input.trial === true)
  if (isOtherOffer || isOtherPrice(payment, input)) throw refuse('stale', OTHER_PRICE)
  if (payment.consentVersion !== consentOf(input, now).consentVersion) {
    throw refuse('stale', 'This checkout was opened with another choice. Please start again.')
  }
  refuseOtherCountry(payment, input)
  if (payment.paymentProvider === 'free') return toPage(deps, before, now)
  if (wasMade(payment.status)) {
    throw refuse('stale', 'This checkout was paid already. Its order is in your dashboard.')
  }
  if (payment.status !== 'pending') {
    throw refuse('stale', `This checkout has ${payment.status}. Please start a new one.`)
  }
  if (payment.flaggedReason !== null) throw refuse('in-review', IN_REVIEW)
  if (before.isProcessing) throw refuseConfirming(payment)
  if (!isPayable(payment, now)) throw refuse('stale', 'This checkout has expired. Please start a new one.')
  await keepReminder(deps.db, payment.id, input, now)
  return toPage(deps, before, now)
}

/** The buyer's next page: the provider's, or the success page of an order that costs nothing, which is settled here. */
export async function toPage(deps: ShopDeps, target: PaymentWithProduct, now: number): Promise<Page> {
  const { payment } = target
  const { id, hostedUrl, expiresAt } = payment
  if (payment.paymentProvider !== 'free') {
    return hostedUrl ? { id, url: hostedUrl, expiresAt } : openCheckout(deps, target, now)
  }
  if (payment.status === 'pending') await settleFree(deps, target, 'free', now)
  const after = payment.status === 'completed' ? target : await findById(deps.db, id)
  if (after?.payment.status !== 'completed') {
    throw refuse('stale', 'This order was closed meanwhile. Please start again.')
  }
  return { id, url: `${deps.config.publicUrl}/success?session_id=${id}&source=free`, expiresAt: null }
}
