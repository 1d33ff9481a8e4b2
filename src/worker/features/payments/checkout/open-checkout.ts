import type { ShopDeps } from '../../../http/shop-deps.ts'
import { IN_REVIEW, refuse, refuseConfirming } from '../refusals.ts'
import { requireProvider } from '../require-provider.ts'
import { lifetimeOf } from '../rules.ts'
import { endCheckout } from '../settlement/settle-payment.ts'
import { findByReference, type Payment, type PaymentWithProduct } from '../store.ts'
import { attachCheckout } from './writes.ts'

/** The query of the success page. Stripe fills in the id of its session; for other providers the query has our id. */
const returnQuery = ({ paymentProvider, id }: Payment) =>
  paymentProvider === 'stripe'
    ? 'session_id={CHECKOUT_SESSION_ID}&source=stripe'
    : `session_id=${id}&source=crypto`

/** Names the page that the buyer returns to: the checkout, or without an account the product. */
const cancelQuery = (
  { userId, purchaseType }: Payment,
  { id, slug }: PaymentWithProduct['product'],
): URLSearchParams =>
  new URLSearchParams(userId === null ? { product: slug } : { productId: String(id), purchaseType })

/** Where the buyer pays. `expiresAt`: epoch milliseconds; null: the page does not expire. */
export type Page = { id: number; url: string; expiresAt: number | null }

/** Opens the provider's page for this payment, or returns the page that was opened before. */
export async function openCheckout(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  now: number,
): Promise<Page> {
  const provider = requireProvider(deps, payment)
  const checkout = await provider.createCheckout({
    reference: payment.reference,
    purchaseType: payment.purchaseType,
    productName: product.name,
    amountCents: payment.amountCents,
    originalCents: payment.originalCents,
    currency: payment.currency,
    trialDays: payment.trialDays,
    email: payment.email ?? '',
    automaticTax: payment.tax?.by === 'stripe',
    successUrl: `${deps.config.publicUrl}/success?${returnQuery(payment)}`,
    cancelUrl: `${deps.config.publicUrl}/cancel?${cancelQuery(payment, product)}`,
    expiresAt: payment.createdAt + lifetimeOf(payment),
  })
  const [attached] = await attachCheckout(deps.db, payment.id, checkout, now)
  if (attached) return { id: payment.id, url: checkout.url, expiresAt: checkout.expiresAt }
  // Another tab closed this payment meanwhile, or opened its page first: this page must not be paid.
  await provider.expireCheckout(checkout.checkoutId)
  const after = await findByReference(deps.db, payment.reference)
  if (after?.payment.status === 'pending' && after.payment.hostedUrl !== null) {
    const { id, hostedUrl: url, expiresAt } = after.payment
    return { id, url, expiresAt }
  }
  throw refuse('stale', 'This checkout was replaced by another one. Please start again.')
}

/**
 * Makes an open checkout unpayable before another one replaces it. The provider is asked again after that: money that
 * arrived first is settled. `paid`: the message of the refusal where it was paid.
 * @throws Problem 409 where it was paid, is being confirmed or is in review
 */
export async function closeCheckout(
  deps: ShopDeps,
  open: PaymentWithProduct,
  now: number,
  paid = 'You already paid for this product. It is in your dashboard.',
): Promise<void> {
  const { payment } = open
  if (payment.flaggedReason !== null) throw refuse('in-review', IN_REVIEW)
  const { outcome } = await endCheckout(deps, open, 'return', now)
  if (outcome === 'closed') return
  if (outcome === 'flagged') throw refuse('in-review', IN_REVIEW)
  // The payment was settled, or another tab closed or settled it first: its row shows the result.
  const after = await findByReference(deps.db, payment.reference)
  if (after?.payment.status === 'expired' || after?.payment.status === 'failed') return
  if (after?.payment.status === 'completed') throw refuse('owned', paid)
  throw refuseConfirming(payment)
}
