import type { CollectingProvider } from '#shared/payments/contract.ts'
import type { OrderTax } from '#shared/seller/contract.ts'
import { taxOfOrder } from '#shared/seller/tax-rules.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import { Problem } from '../../../core/problem.ts'
import { type AccountBatch, batchOf } from '../../../db/account-batch.ts'
import { type Db, refusedBy, refusedByCheck, statementsOf } from '../../../db/client.ts'
import { selectSetting, toTax } from '../../../db/shop-settings.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { ownAccessBy, selectUserHoldings } from '../../access/find-access.ts'
import { spendBudgetOrChallenge } from '../../budgets/spend-budget.ts'
import { findProduct } from '../../catalogue/read-products.ts'
import { reserveUse } from '../../coupons/writes.ts'
import { referrerOf, selectReferrer } from '../../referrals/find-referrer.ts'
import { rememberReferrer } from '../../referrals/writes.ts'
import { currentOf, selectCurrent } from '../../subscriptions/find-current-subscription.ts'
import { isSameTax, keepCountry, orderTaxBy, refuseOtherCountry } from '../order-tax.ts'
import { IN_REVIEW, refuse, refuseConfirming } from '../refusals.ts'
import { askReminder, keepReminder } from '../reminders/writes.ts'
import { grantedProducts, overlaps, refuseRepeatedOrder } from '../repeat-purchase-rules.ts'
import { nextCheckAt, wasMade } from '../rules.ts'
import { settleFree } from '../settlement/settle-free.ts'
import {
  findById,
  findOpen,
  isProcessing,
  type PaymentWithProduct,
  selectByClientId,
  selectOpen,
} from '../store.ts'
import { idOfReference } from '../writes.ts'
import { refuseOtherContents } from './bundle-contents.ts'
import { consentOf, refuseOldConsent } from './delivery-consent.ts'
import { deliverableOf, findDeliverable } from './find-deliverable.ts'
import { closeCheckout, openCheckout } from './open-checkout.ts'
import { type CreatePaymentInput, type Offer, quoteOrder } from './quote-order.ts'
import { isPayable, isSameBuyer, isSameList } from './rules.ts'
import { insertPayment } from './writes.ts'

type Page = { id: number; url: string }

type Awaitable<Value> = Value | Promise<Value>

type TaxedOffer = Offer & { tax: OrderTax }

/** An order that costs nothing includes none. */
const NO_TAX = taxOfOrder(null, { byStripe: false, country: null })

/**
 * Maximum attempts when another tab of this buyer, or another use of the coupon, changed rows between read and write.
 */
const MAX_ATTEMPTS = 3

/**
 * Opens a checkout at the provider. The payment's row exists before any money can move, and its batch reserves the use
 * of its coupon. Repeated requests with one `clientPaymentId` get the same payment and URL; with another order, address
 * or provider they are refused. A buyer has one open checkout per product, so that two tabs cannot both be paid. An order
 * that costs nothing needs no provider: it is settled at once, and the URL is that of the shop's own success page.
 * @throws Problem 400 (as findOrderTax), 401 as `batch`, 404, 409 (`data.code`; with the current price where the price or
 * the coupon is refused), 422;
 * ProviderDown
 */
export async function createPayment(
  deps: ShopDeps,
  batch: AccountBatch,
  input: CreatePaymentInput,
  now: number,
): Promise<Page> {
  const { db } = deps
  let read = await readOrder(db, batch, input, now)
  const { userId, before, listed } = read
  refuseOldConsent(input)
  if (before?.payment.status === 'pending') await findSellable(deps, userId, before.payment.scriptId, now)
  if (before) return resume(deps, before, input, now)
  const product = await sellable(
    deps,
    () => deliverableOf(listed),
    () => openOf(read, input),
    now,
  )
  refuseOwned(read, product, input, now)
  refuseOtherContents(product, input)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const price = await quoteOrder(deps, userId, product, input, now)
    const offer = { ...price, tax: isFree(price) ? NO_TAX : orderTaxBy(toTax(read.tax), input) }
    const open = openOf(read, input)
    if (open && (await isProcessing(db, open.payment.id))) throw refuseConfirming(open.payment)
    if (open && isSameOffer(open, product, input, offer) && isPayable(open.payment, now)) {
      return resume(deps, open, input, now)
    }
    if (open) await closeCheckout(deps, open, now)
    if (attempt === 0) await closeOverlapping(deps, read.open, product, now)
    if (attempt === 0) await spendOrder(deps, input, offer, now)
    const referrerId = referrerOf(read.affiliates, { userId, email: input.email })
    const made = await insertOnce(db, userId, input, { ...offer, referrerId }, now)
    if (made) return toPage(deps, made, now)
    read = await readOrder(db, batchOf(db, userId), input, now)
    if (read.before) return resume(deps, read.before, input, now)
    refuseOwned(read, product, input, now)
  }
  throw refuse('stale', 'Another checkout of yours is being opened right now. Please try again.')
}

/** What decides an order, in one round trip. The batch that inserts the payment refuses what has changed since. */
async function readOrder(
  db: Db,
  batch: AccountBatch,
  { clientPaymentId, productId, referralCode = null }: CreatePaymentInput,
  now: number,
) {
  const { userId, results } = await batch(
    (account) =>
      [
        selectByClientId(db, account, clientPaymentId),
        selectOpen(db, account),
        findProduct(db, productId, now),
        selectUserHoldings(db, account),
        selectCurrent(db, account, productId),
        selectSetting(db, 'tax'),
        ...selectReferrer(db, account, referralCode),
      ] as const,
  )
  const [[before], open, [listed], grants, subscriptions, [tax], ...affiliates] = results
  return { userId, before, open, listed, grants, subscriptions, tax, affiliates }
}

type OrderRead = Awaited<ReturnType<typeof readOrder>>

/** The buyer's open checkout of the product: there is one at most. */
const openOf = ({ open }: Pick<OrderRead, 'open'>, { productId }: CreatePaymentInput) =>
  open.find(({ payment }) => payment.scriptId === productId)

/**
 * Returns the product where it can be delivered. Else it must not be paid: the buyer's open checkout of it is closed.
 * @throws Problem 404 no such product, 422 it has no file, 409 as closeCheckout; ProviderDown
 */
export const findSellable = (deps: ShopDeps, userId: number, productId: number, now: number) =>
  sellable(
    deps,
    () => findDeliverable(deps.db, productId, now),
    () => findOpen(deps.db, userId, productId),
    now,
  )

/** As above, by functions that find the product and the open checkout. */
async function sellable(
  deps: ShopDeps,
  find: () => Awaitable<PaymentWithProduct['product']>,
  findCheckout: () => Awaitable<PaymentWithProduct | undefined>,
  now: number,
): Promise<PaymentWithProduct['product']> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const open = await findCheckout()
    if (open) await closeCheckout(deps, open, now)
    throw error
  }
}

/**
 * Closes the buyer's other open checkouts for the same things, of a bundle and of one of its products, so that two tabs
 * cannot both be paid. One whose money is on its way, or that is in review, stays.
 * @throws Problem 409 as closeCheckout; ProviderDown
 */
async function closeOverlapping(
  deps: ShopDeps,
  checkouts: readonly PaymentWithProduct[],
  product: PaymentWithProduct['product'],
  now: number,
): Promise<void> {
  for (const open of checkouts) {
    const { payment } = open
    if (payment.scriptId === product.id || !overlaps(payment, product)) continue
    if (payment.flaggedReason !== null || (await isProcessing(deps.db, payment.id))) continue
    await closeCheckout(deps, open, now)
  }
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

/** @throws Problem 429 too many orders of this kind were opened, from this network, for this product or in the shop */
function spendOrder(deps: ShopDeps, input: CreatePaymentInput, offer: Offer, now: number) {
  const { network, productId, email, turnstileToken: token, ip = null } = input
  const challenge = { action: 'checkout' as const, token, ip }
  return isFree(offer)
    ? spendBudgetOrChallenge(deps, 'free order', { network, productId, address: email }, challenge, now)
    : spendBudgetOrChallenge(deps, 'unpaid checkout', { network, productId }, challenge, now)
}

/** An order that costs nothing, now and later. After a trial its provider charges. */
const isFree = ({ amountCents, trialDays }: Offer) => amountCents === 0 && trialDays === 0

/** An order that costs nothing has no collecting provider. */
const providerFor = ({ provider }: CreatePaymentInput, offer: Offer): CollectingProvider | 'free' =>
  isFree(offer) ? 'free' : provider

const isSameOffer = (
  { payment }: PaymentWithProduct,
  product: PaymentWithProduct['product'],
  input: CreatePaymentInput,
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

/**
 * Inserts the payment and reserves the use of its coupon, or does neither. Returns the stored payment; null where
 * another tab or another use of the coupon was faster.
 * @throws Problem 401 the account was deleted meanwhile
 */
async function insertOnce(
  db: Db,
  userId: number,
  input: CreatePaymentInput,
  offer: TaxedOffer & { referrerId: number | null },
  now: number,
): Promise<PaymentWithProduct | null> {
  const { coupon, tax, referrerId, ...price } = offer
  const reference = crypto.randomUUID()
  const person = { userId, emailIdentity: emailIdentity(input.email), network: input.network ?? null }
  const reservation =
    coupon === null
      ? []
      : reserveUse(db, { reference, coupon, person, ...price, finalCents: price.amountCents }, now)
  const payment = {
    reference,
    userId,
    scriptId: input.productId,
    purchaseType: input.purchaseType,
    paymentProvider: providerFor(input, offer),
    clientPaymentId: input.clientPaymentId,
    couponId: coupon?.id ?? null,
    ...price,
    tax,
    email: input.email,
    emailIdentity: person.emailIdentity,
    referrerId,
    ...consentOf(input, now),
    nextCheckAt: nextCheckAt(0, null, now),
    createdAt: now,
    updatedAt: now,
  }
  try {
    const remembered = referrerId === null ? [] : [rememberReferrer(db, userId, referrerId)]
    const reminder = input.remind ? [askReminder(db, idOfReference(reference), now)] : []
    const country = keepCountry(db, userId, tax, now)
    const beside = statementsOf([...reservation, ...remembered, ...reminder, ...country])
    const stored = selectByClientId(db, userId, input.clientPaymentId)
    const rows = await db.batch([insertPayment(db, payment), ...beside, stored])
    const [made] = rows.at(-1) as Awaited<typeof stored>
    if (!made) throw new Error('The payment was not stored')
    return made
  } catch (error) {
    if (refusedBy(error, 'payments', 'status')) throw new Problem(401, 'Please log in to continue.')
    if (refusedBy(error, 'payments', 'user_id') || refusedUse(error)) return null
    // The credited time was refunded, or its subscription ended, since the price was computed.
    if (refusedBy(error, 'payments', 'amount_cents')) return null
    throw error
  }
}

/** Since its validation the coupon was used up, was changed, or was used by this person elsewhere. */
const refusedUse = (error: unknown) =>
  refusedByCheck(error, 'coupons_uses') ||
  refusedBy(error, 'coupons', 'current_uses') ||
  refusedBy(error, 'coupon_usages')

/** Returns the page of a checkout that was opened before. */
async function resume(
  deps: ShopDeps,
  before: PaymentWithProduct,
  input: CreatePaymentInput,
  now: number,
): Promise<Page> {
  const { payment } = before
  if (payment.scriptId !== input.productId || payment.purchaseType !== input.purchaseType) {
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
  const isOtherPrice =
    payment.couponId !== (input.couponId ?? null) ||
    (payment.upgradedSubscriptionId !== null) !== (input.upgrade === true) ||
    payment.trialDays > 0 !== (input.trial === true)
  if (isOtherPrice) throw refuse('stale', 'This checkout was opened at another price. Please start again.')
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
  if (await isProcessing(deps.db, payment.id)) throw refuseConfirming(payment)
  if (!isPayable(payment, now)) throw refuse('stale', 'This checkout has expired. Please start a new one.')
  await keepReminder(deps.db, payment.id, input, now)
  return toPage(deps, before, now)
}

/** The buyer's next page: the provider's, or the success page of an order that costs nothing, which is settled here. */
async function toPage(deps: ShopDeps, target: PaymentWithProduct, now: number): Promise<Page> {
  const { payment } = target
  const { id, hostedUrl } = payment
  if (payment.paymentProvider !== 'free') {
    return hostedUrl ? { id, url: hostedUrl } : openCheckout(deps, target, now)
  }
  if (payment.status === 'pending') await settleFree(deps, target, 'free', now)
  const after = payment.status === 'completed' ? target : await findById(deps.db, id)
  if (after?.payment.status !== 'completed') {
    throw refuse('stale', 'This order was closed meanwhile. Please start again.')
  }
  return { id, url: `${deps.config.publicUrl}/success?session_id=${id}&source=free` }
}
