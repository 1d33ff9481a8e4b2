import { Problem } from '../../core/problem.ts'
import type { PaymentRefusal } from './contract.ts'
import { CHECKOUT_LIFETIME_MS } from './rules.ts'
import { closeOnce, type Deps, settlePayment } from './settle-payment.ts'
import { findByReference, type PaymentWithProduct } from './store.ts'
import { attachCheckout } from './writes.ts'

export type CheckoutDeps = Deps & { publicUrl: string }

export const IN_REVIEW =
  'Your earlier payment for this product is being looked at by support. Please do not pay again.'

/** A 409 that the page can tell from another by `data.code`. */
export const refuse = (code: PaymentRefusal, message: string, more: Record<string, unknown> = {}) =>
  new Problem(409, message, { data: { code, ...more } })

/** Opens the provider's page for this payment, or finds the one that was opened for it before. */
export async function openCheckout(
  deps: CheckoutDeps,
  { payment, product }: PaymentWithProduct,
  now: number,
): Promise<{ id: number; url: string }> {
  const query = new URLSearchParams({ productId: String(product.id), purchaseType: payment.purchaseType })
  const checkout = await deps.provider.createCheckout({
    reference: payment.reference,
    purchaseType: payment.purchaseType,
    productName: product.name,
    amountCents: payment.amountCents,
    currency: payment.currency,
    email: payment.email ?? '',
    successUrl: `${deps.publicUrl}/success?session_id={CHECKOUT_SESSION_ID}&source=stripe`,
    cancelUrl: `${deps.publicUrl}/cancel?${query}`,
    expiresAt: payment.createdAt + CHECKOUT_LIFETIME_MS,
  })
  const [attached] = await attachCheckout(deps.db, payment.id, checkout, now)
  if (attached) return { id: payment.id, url: checkout.url }
  // Another tab closed this payment meanwhile: nobody may pay it any more.
  await deps.provider.expireCheckout(checkout.checkoutId)
  throw refuse('stale', 'This checkout was replaced by another one. Please start again.')
}

/**
 * Makes an open checkout unpayable before another one takes its place. What the provider says after that counts: if the
 * money came first, it is settled.
 * @throws Problem 409 where it was paid, is being confirmed or is in review
 */
export async function closeCheckout(
  deps: CheckoutDeps,
  open: PaymentWithProduct,
  now: number,
): Promise<void> {
  const { payment } = open
  if (payment.flaggedReason !== null) throw refuse('in-review', IN_REVIEW)
  if (payment.paymentId === null) {
    await closeOnce(deps.db, payment.id, 'expired', { source: 'return', checkoutId: null }, now)
    return
  }
  await deps.provider.expireCheckout(payment.paymentId)
  const settled = await settlePayment(deps, open, payment.paymentId, 'return', now)
  if (settled.outcome === 'closed') return
  if (settled.outcome === 'flagged') throw refuse('in-review', IN_REVIEW)
  // Another tab was faster, with one thing or the other: the row says which.
  const after = await findByReference(deps.db, payment.reference)
  if (after?.payment.status === 'expired' || after?.payment.status === 'failed') return
  if (after?.payment.status === 'completed') {
    throw refuse('owned', 'You already paid for this product. It is in your dashboard.')
  }
  throw refuse(
    'confirming',
    'Your earlier payment for this product is still being confirmed. Please wait for it.',
  )
}
