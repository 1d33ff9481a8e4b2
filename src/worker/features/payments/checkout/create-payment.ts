import type { PurchaseType } from '#shared/payments/contract.ts'
import { taxOfOrder } from '#shared/seller/tax-rules.ts'
import { Problem } from '../../../core/problem.ts'
import { type AccountBatch, batchOf } from '../../../db/account-batch.ts'
import { toTax } from '../../../db/shop-settings.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { ownAccessBy } from '../../access/find-access.ts'
import { spendBudgetOrChallenge } from '../../budgets/spend-budget.ts'
import { referrerOf } from '../../referrals/find-referrer.ts'
import { currentOf } from '../../subscriptions/find-current-subscription.ts'
import { isSameTax, orderTaxBy } from '../order-tax.ts'
import { refuse, refuseConfirming } from '../refusals.ts'
import { grantedProducts, overlaps, refuseRepeatedOrder } from '../repeat-purchase-rules.ts'
import type { Checkout, PaymentWithProduct } from '../store.ts'
import { refuseOtherContents } from './bundle-contents.ts'
import { consentOf, refuseOldConsent } from './delivery-consent.ts'
import { deliverableOf } from './find-deliverable.ts'
import { insertOrder, isFree, providerFor, type TaxedOffer } from './insert-order.ts'
import { closeCheckout, type Page } from './open-checkout.ts'
import { type CreatePaymentInput, type Offer, quoteOrder } from './quote-order.ts'
import { isAsRead, type OrderRead, openOf, readOrder } from './read-order.ts'
import { resume, toPage } from './resume-checkout.ts'
import { isPayable, isSameBuyer, isSameList, purchaseTypeOf } from './rules.ts'

/** An order that costs nothing includes none. */
const NO_TAX = taxOfOrder(null, { byStripe: false, country: null })

/**
 * Maximum attempts when what decides the order changed between read and write: by another tab of this buyer, another use
 * of the coupon, or a change of the product.
 */
const MAX_ATTEMPTS = 3

/**
 * Opens a checkout at the provider. The payment's row exists before any money can move, and its batch reserves the use
 * of its coupon. Repeated requests with one `clientPaymentId` get the same payment and URL; with another order, address
 * or provider they are refused. A buyer has one open checkout per product, also where it is part of a bundle, so that two
 * tabs cannot both be paid. An order that costs nothing needs no provider: it is settled at once, and the URL is that of
 * the shop's own success page. Without a `purchaseType` it is the product's.
 * @throws Problem 400 (as orderTaxBy), 401 as `batch`, 404, 409 (`data.code`; with the current price where the price or
 * the coupon is refused), 422;
 * ProviderDown
 */
export async function createPayment(
  deps: ShopDeps,
  batch: AccountBatch,
  input: CreatePaymentInput,
  now: number,
): Promise<Page> {
  let spent: Budget | null = null
  let read = await readOrder(deps.db, batch, input, now)
  const { userId } = read
  refuseOldConsent(input)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { before } = read
    if (before?.payment.status === 'pending' && before.payment.scriptId === input.productId)
      await sellable(deps, read, input, now)
    if (before) return resume(deps, before, input, now)
    const product = await sellable(deps, read, input, now)
    const order = { ...input, purchaseType: input.purchaseType ?? purchaseTypeOf(product) }
    refuseOwned(read, product, order, now)
    refuseOtherContents(product, order)
    const price = await quoteOrder(deps, read, product, order, now)
    const offer = { ...price, tax: isFree(price) ? NO_TAX : orderTaxBy(toTax(read.tax), order) }
    const open = openOf(read, product.id)
    if (open?.isProcessing) throw refuseConfirming(open.payment)
    if (open && isSameOffer(open, product, order, offer) && isPayable(open.payment, now)) {
      return resume(deps, open, order, now)
    }
    if (open) await closeCheckout(deps, open, now)
    const kept = await closeOverlapping(deps, read.open, product, now)
    if (spent !== budgetOf(offer)) spent = await spendOrder(deps, order, offer, now)
    const referrerId = referrerOf(read.affiliates, { userId, email: order.email })
    const condition = isAsRead(read, product, kept)
    const made = await insertOrder(deps.db, userId, order, { ...offer, referrerId }, condition, now)
    if (made) return toPage(deps, made, now)
    read = await readOrder(deps.db, batchOf(deps.db, userId), input, now)
  }
  throw refuse('stale', 'Another checkout of yours is being opened right now. Please try again.')
}

/**
 * Returns the product where it can be delivered. Else it must not be paid: the buyer's open checkout of it is closed.
 * @throws Problem 404 no such product, 422 it has no file, 409 as closeCheckout; ProviderDown
 */
async function sellable(
  deps: ShopDeps,
  read: OrderRead,
  { productId }: CreatePaymentInput,
  now: number,
): Promise<PaymentWithProduct['product']> {
  try {
    return deliverableOf(read.listed)
  } catch (error) {
    const open = openOf(read, productId)
    if (error instanceof Problem && open) await closeCheckout(deps, open, now)
    throw error
  }
}

/**
 * Closes the buyer's other open checkouts for the same things, of a bundle and of one of its products, so that two tabs
 * cannot both be paid. Those whose money is on its way, or that are in review, stay: returns their ids.
 * @throws Problem 409 as closeCheckout; ProviderDown
 */
async function closeOverlapping(
  deps: ShopDeps,
  checkouts: readonly Checkout[],
  product: PaymentWithProduct['product'],
  now: number,
): Promise<number[]> {
  const kept: number[] = []
  for (const open of checkouts) {
    const { payment } = open
    if (payment.scriptId === product.id || !overlaps(payment, product)) continue
    if (payment.flaggedReason !== null || open.isProcessing) kept.push(payment.id)
    else await closeCheckout(deps, open, now)
  }
  return kept
}

/** @throws Problem 409 the buyer has the product */
function refuseOwned(
  { grants, subscriptions }: OrderRead,
  { id, bundledIds }: PaymentWithProduct['product'],
  { provider }: CreatePaymentInput,
  now: number,
): void {
  const accesses = ownAccessBy(grants, grantedProducts({ scriptId: id, bundledIds }), now)
  const refusal = refuseRepeatedOrder(accesses, now, currentOf(subscriptions, now), provider)
  if (refusal) throw refuse('owned', refusal)
}

type Budget = 'free order' | 'unpaid checkout'

const budgetOf = (offer: Offer): Budget => (isFree(offer) ? 'free order' : 'unpaid checkout')

/** @throws Problem 429 too many orders of this kind were opened, from this network, for this product or in the shop */
async function spendOrder(
  deps: ShopDeps,
  input: CreatePaymentInput,
  offer: Offer,
  now: number,
): Promise<Budget> {
  const { network, productId, email: address, turnstileToken: token, ip = null } = input
  const challenge = { action: 'checkout' as const, token, ip }
  if (isFree(offer))
    await spendBudgetOrChallenge(deps, 'free order', { network, productId, address }, challenge, now)
  else await spendBudgetOrChallenge(deps, 'unpaid checkout', { network, productId }, challenge, now)
  return budgetOf(offer)
}

const isSameOffer = (
  { payment }: PaymentWithProduct,
  product: PaymentWithProduct['product'],
  input: CreatePaymentInput & { purchaseType: PurchaseType },
  offer: TaxedOffer,
) =>
  isSameTax(payment.tax, offer.tax) &&
  payment.amountCents === offer.amountCents &&
  isSameList(payment.bundledIds, product.bundledIds) &&
  payment.couponId === (offer.coupon?.id ?? null) &&
  payment.consentVersion === consentOf(input, 0).consentVersion &&
  payment.upgradedSubscriptionId === offer.upgradedSubscriptionId &&
  payment.trialDays === offer.trialDays &&
  payment.purchaseType === input.purchaseType &&
  isSameBuyer(payment, { email: input.email, provider: providerFor(input, offer) })
