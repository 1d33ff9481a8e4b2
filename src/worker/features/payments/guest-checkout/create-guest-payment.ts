import { toCents, toUsd } from '#shared/core/money.ts'
import type { CollectingProvider, GuestOrder } from '#shared/payments/contract.ts'
import type { OrderTax } from '#shared/seller/contract.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import { Problem } from '../../../core/problem.ts'
import { commit, refusedBy } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { spendBudgetOrChallenge } from '../../budgets/spend-budget.ts'
import { findGuestReferrer } from '../../referrals/find-referrer.ts'
import { refuseOtherContents } from '../checkout/bundle-contents.ts'
import { consentOf, refuseOldConsent } from '../checkout/delivery-consent.ts'
import { findDeliverable } from '../checkout/find-deliverable.ts'
import { closeCheckout, openCheckout } from '../checkout/open-checkout.ts'
import { isPayable, isSameBuyer, isSameList, purchaseTypeOf } from '../checkout/rules.ts'
import { findOrderTax, isSameTax, refuseOtherCountry } from '../order-tax.ts'
import { IN_REVIEW, refuse, refuseConfirming } from '../refusals.ts'
import { askReminder, keepReminder } from '../reminders/writes.ts'
import { overlaps } from '../repeat-purchase-rules.ts'
import { nextCheckAt } from '../rules.ts'
import type { Checkout, PaymentWithProduct } from '../store.ts'
import { idOfReference } from '../writes.ts'
import { findAttempt, listOpenOfBrowser } from './store.ts'
import { insertGuestCheckout } from './writes.ts'

/** `secretHash`: of the browser's secret. `network` and `ip`: of the request, for budgets and a challenge. */
export type GuestOrderInput = GuestOrder & { secretHash: string; network: string | null; ip: string | null }

const PAID_IN_ANOTHER_TAB =
  'You have just paid for this product in another tab. The download link is in your mail.'

/**
 * Opens a checkout at the provider for a buyer without an account. The payment's row exists before any money can move.
 * The same attempt twice is one payment. A browser has one open checkout per product, also where it is part of a bundle.
 * Whether the address has bought the product already is not said: settling refunds a second payment.
 * @throws Problem 400 (as findOrderTax), 404, 409 (`data.code`), 422, 429, 503; ProviderDown
 */
export async function createGuestPayment(
  deps: ShopDeps,
  input: GuestOrderInput,
  now: number,
): Promise<{ id: number; url: string }> {
  const { db } = deps
  const { secretHash, clientPaymentId, productId } = input
  const product = await findDeliverable(db, productId, now)
  const provider = providerOf(deps, input)
  refuseOldConsent(input)
  refuseOtherContents(product, input)
  refuseOtherPrice(product.priceCents, input)
  const same = await findAttempt(db, secretHash, clientPaymentId)
  if (same) {
    const isOther =
      same.payment.scriptId !== productId || !isSameBuyer(same.payment, { email: input.email, provider })
    if (isOther) throw refuse('stale', 'This checkout belongs to another order. Please start a new one.')
    return resume(deps, same, input, now)
  }
  const tax = await findOrderTax(db, { ...input, provider })
  for (const open of await listOpenOfBrowser(db, secretHash)) {
    if (!overlaps(open.payment, product)) continue
    const isOther = open.payment.scriptId !== product.id
    if (isOther && (open.payment.flaggedReason !== null || open.isProcessing)) continue
    if (isSameOrder(open, product, input, { provider, tax }) && isPayable(open.payment, now))
      return resume(deps, open, input, now)
    if (open.isProcessing) throw refuseConfirming(open.payment)
    await closeCheckout(deps, open, now, PAID_IN_ANOTHER_TAB)
  }
  const challenge = { action: 'checkout' as const, token: input.turnstileToken, ip: input.ip }
  const spender = { network: input.network, productId }
  await spendBudgetOrChallenge(deps, 'unpaid checkout', spender, challenge, now)
  const made = await insert(deps, product, { provider, tax }, input, now)
  return openCheckout(deps, made, now)
}

/** @throws Problem 503 there is no crypto provider */
function providerOf(deps: ShopDeps, { method }: GuestOrder): CollectingProvider {
  const provider = method === 'card' ? 'stripe' : deps.providers.newCrypto
  if (provider === null) {
    throw new Problem(503, 'Crypto payments are not available in this shop right now. Please pay by card.')
  }
  return provider
}

/** @throws Problem 409 (price-changed) the buyer was shown another price; 422 nothing is charged for it */
function refuseOtherPrice(priceCents: number, { finalAmount }: GuestOrder): void {
  if (priceCents === 0) throw new Problem(422, 'This product costs nothing. Please register to get it.')
  if (finalAmount == null || toCents(finalAmount) === priceCents) return
  const amount = toUsd(priceCents)
  throw refuse('price-changed', 'The price has changed. Please check it and confirm again.', {
    amount,
    originalAmount: amount,
  })
}

type Collected = { provider: CollectingProvider; tax: OrderTax }

const isSameOrder = (
  open: PaymentWithProduct,
  product: PaymentWithProduct['product'],
  input: GuestOrderInput,
  { provider, tax }: Collected,
): boolean => {
  const { payment } = open
  return (
    payment.scriptId === product.id &&
    isSameList(payment.bundledIds, product.bundledIds) &&
    isSameBuyer(payment, { email: input.email, provider }) &&
    isSameTax(payment.tax, tax) &&
    payment.amountCents === payment.originalCents &&
    payment.consentVersion === consentOf(input, 0).consentVersion
  )
}

/** @throws Problem 409 this attempt has ended, or is being confirmed */
async function resume(deps: ShopDeps, found: Checkout, input: GuestOrderInput, now: number) {
  const { payment } = found
  refuseOtherCountry(payment, input)
  if (payment.status !== 'pending') throw refuse('stale', 'This checkout has ended. Please start a new one.')
  if (payment.flaggedReason !== null) throw refuse('in-review', IN_REVIEW)
  if (found.isProcessing) throw refuseConfirming(payment)
  if (!isPayable(payment, now)) throw refuse('stale', 'This checkout has expired. Please start a new one.')
  await keepReminder(deps.db, payment.id, input, now)
  return payment.hostedUrl ? { id: payment.id, url: payment.hostedUrl } : openCheckout(deps, found, now)
}

async function insert(
  deps: ShopDeps,
  product: PaymentWithProduct['product'],
  { provider, tax }: Collected,
  input: GuestOrderInput,
  now: number,
): Promise<PaymentWithProduct> {
  const { db } = deps
  const { secretHash, clientPaymentId, email } = input
  const payment = {
    reference: crypto.randomUUID(),
    scriptId: product.id,
    purchaseType: purchaseTypeOf(product),
    paymentProvider: provider,
    amountCents: product.priceCents,
    originalCents: product.priceCents,
    tax,
    email,
    emailIdentity: emailIdentity(email),
    referrerId: await findGuestReferrer(db, email, input.referralCode ?? null),
    ...consentOf(input, now),
    nextCheckAt: nextCheckAt(0, null, now),
    createdAt: now,
    updatedAt: now,
  }
  try {
    const reminder = input.remind ? [askReminder(db, idOfReference(payment.reference), now)] : []
    await commit(db, [...insertGuestCheckout(db, payment, { secretHash, clientPaymentId }), ...reminder])
  } catch (error) {
    // Sent twice at once: the other request stored it.
    if (!refusedBy(error, 'guest_checkouts')) throw error
  }
  const made = await findAttempt(db, secretHash, clientPaymentId)
  if (!made) throw new Error('The payment was not stored')
  return made
}
