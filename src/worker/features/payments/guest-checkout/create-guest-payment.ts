import { sql } from 'drizzle-orm'
import { toCents, toUsd } from '#shared/core/money.ts'
import type { CollectingProvider, GuestOrder } from '#shared/payments/contract.ts'
import type { OrderTax } from '#shared/seller/contract.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import { Problem } from '../../../core/problem.ts'
import { catalogueRevisionNow, selectCatalogueRevision } from '../../../db/catalogue-revision.ts'
import { type Db, refusedBy } from '../../../db/client.ts'
import { grantsAny } from '../../../db/granted-ids.ts'
import { selectSetting, toTax } from '../../../db/shop-settings.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { spendBudgetOrChallenge } from '../../budgets/spend-budget.ts'
import { findProduct } from '../../catalogue/read-products.ts'
import { guestReferrerOf, selectReferrer } from '../../referrals/find-referrer.ts'
import { refuseOtherContents } from '../checkout/bundle-contents.ts'
import { consentOf, refuseOldConsent } from '../checkout/delivery-consent.ts'
import { deliverableOf } from '../checkout/find-deliverable.ts'
import { closeCheckout, openCheckout, type Page } from '../checkout/open-checkout.ts'
import { isOtherPrice, isPayable, isSameBuyer, isSameList, purchaseTypeOf } from '../checkout/rules.ts'
import { isSameTax, orderTaxBy, refuseOtherCountry } from '../order-tax.ts'
import { IN_REVIEW, OTHER_PRICE, refuse, refuseConfirming } from '../refusals.ts'
import { askReminder, keepReminder } from '../reminders/writes.ts'
import { grantedProducts, overlaps } from '../repeat-purchase-rules.ts'
import { nextCheckAt } from '../rules.ts'
import type { Checkout, PaymentWithProduct } from '../store.ts'
import { idOfReference } from '../writes.ts'
import { selectAttempt, selectOpenOfBrowser } from './store.ts'
import { insertGuestCheckout } from './writes.ts'

/** `secretHash`: of the browser's secret. `network` and `ip`: of the request, for budgets and a challenge. */
export type GuestOrderInput = GuestOrder & { secretHash: string; network: string | null; ip: string | null }

const PAID_IN_ANOTHER_TAB =
  'You have just paid for this product in another tab. The download link is in your mail.'

/** Maximum attempts when another tab of this browser, or an admin, changed what decides the order between read and write. */
const MAX_ATTEMPTS = 3

/**
 * Opens a checkout at the provider for a buyer without an account. The payment's row exists before any money can move.
 * The same attempt twice is one payment. A browser has one open checkout per product, also where it is part of a bundle.
 * Whether the address has bought the product already is not said: settling refunds a second payment.
 * @throws Problem 400 (as orderTaxBy), 404, 409 (`data.code`), 422, 429, 503; ProviderDown
 */
export async function createGuestPayment(deps: ShopDeps, input: GuestOrderInput, now: number): Promise<Page> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const read = await readAttempt(deps.db, input, now)
    const { same } = read
    const product = deliverableOf(read.listed)
    const provider = providerOf(deps, input)
    refuseOldConsent(input)
    refuseOtherContents(product, input)
    refuseOtherPrice(product.priceCents, input)
    if (same) {
      const isOther =
        same.payment.scriptId !== product.id || !isSameBuyer(same.payment, { email: input.email, provider })
      if (isOther) throw refuse('stale', 'This checkout belongs to another order. Please start a new one.')
      if (isOtherPrice(same.payment, input)) throw refuse('stale', OTHER_PRICE)
      return resume(deps, same, input, now)
    }
    const tax = orderTaxBy(toTax(read.tax), { ...input, provider })
    const kept: number[] = []
    for (const open of read.open) {
      const { payment } = open
      if (!overlaps(payment, product)) continue
      const isOther = payment.scriptId !== product.id
      if (isOther && (payment.flaggedReason !== null || open.isProcessing)) {
        kept.push(payment.id)
        continue
      }
      if (isSameOrder(open, product, input, { provider, tax }) && isPayable(payment, now))
        return resume(deps, open, input, now)
      if (open.isProcessing) throw refuseConfirming(payment)
      await closeCheckout(deps, open, now, PAID_IN_ANOTHER_TAB)
    }
    if (attempt === 0) await spendOrder(deps, input, now)
    const made = await insert(deps.db, product, { provider, tax }, input, { read, kept }, now)
    if (made) return openCheckout(deps, made, now)
  }
  throw refuse('stale', 'Another checkout of yours is being opened right now. Please try again.')
}

/** What decides an order, in one round trip. The batch that inserts the payment refuses what has changed since. */
async function readAttempt(
  db: Db,
  { secretHash, clientPaymentId, productId, referralCode }: GuestOrderInput,
  now: number,
) {
  const [[listed], [same], open, [tax], [catalogue], ...affiliates] = await db.batch([
    findProduct(db, productId, now),
    selectAttempt(db, secretHash, clientPaymentId),
    selectOpenOfBrowser(db, secretHash),
    selectSetting(db, 'tax'),
    selectCatalogueRevision(db),
    ...selectReferrer(db, 0, referralCode ?? null),
  ])
  return { listed, same, open, tax, revision: catalogue?.revision ?? 0, affiliates }
}

type GuestRead = Awaited<ReturnType<typeof readAttempt>>

/** @throws Problem 429 too many checkouts were opened, from this network, for this product or in the shop */
function spendOrder(
  deps: ShopDeps,
  { network, productId, turnstileToken: token, ip }: GuestOrderInput,
  now: number,
) {
  const challenge = { action: 'checkout' as const, token, ip }
  return spendBudgetOrChallenge(deps, 'unpaid checkout', { network, productId }, challenge, now)
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
    payment.amountCents === product.priceCents &&
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
  const { id, hostedUrl, expiresAt } = payment
  return hostedUrl ? { id, url: hostedUrl, expiresAt } : openCheckout(deps, found, now)
}

/**
 * Inserts the payment and the proof of its browser. Returns the stored payment; null where the same attempt was sent twice
 * at once, or what decided the order has changed since it was read.
 */
async function insert(
  db: Db,
  product: PaymentWithProduct['product'],
  { provider, tax }: Collected,
  input: GuestOrderInput,
  { read, kept }: { read: GuestRead; kept: readonly number[] },
  now: number,
): Promise<Checkout | null> {
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
    referrerId: guestReferrerOf(read.affiliates, email),
    ...consentOf(input, now),
    nextCheckAt: nextCheckAt(0, null, now),
    createdAt: now,
    updatedAt: now,
  }
  const isAsRead = sql`${catalogueRevisionNow} = ${read.revision} and ${hasNoOpen(secretHash, product, kept)}`
  const inserted = insertGuestCheckout(db, payment, { secretHash, clientPaymentId }, isAsRead)
  const reminder = input.remind ? [askReminder(db, idOfReference(payment.reference), now)] : []
  const stored = selectAttempt(db, secretHash, clientPaymentId)
  try {
    const rows = await db.batch([...inserted, ...reminder, stored])
    const [made] = rows.at(-1) as Awaited<typeof stored>
    if (!made) throw new Error('The payment was not stored')
    return made
  } catch (error) {
    if (refusedBy(error, 'guest_checkouts') || refusedBy(error, 'payments', 'script_id')) return null
    throw error
  }
}

/** True in a batch as long as the browser has no open checkout of this product but those of `kept` (ids of payments). */
const hasNoOpen = (
  secretHash: string,
  { id, bundledIds }: PaymentWithProduct['product'],
  kept: readonly number[],
) => sql`not exists (select 1 from guest_checkouts c join payments p on p.id = c.payment_id
  where c.secret_hash = ${secretHash} and p.status = 'pending'
    and ${grantsAny('p', grantedProducts({ scriptId: id, bundledIds }))}
    and p.id not in (select value from json_each(${JSON.stringify(kept)})))`
