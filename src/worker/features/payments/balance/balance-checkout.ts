import type { ShopDeps } from '../../../http/shop-deps.ts'
import { refuse } from '../refusals.ts'
import { requireProvider } from '../require-provider.ts'
import { CHECKOUT_LIFETIME_MS } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import type { CryptoPayment } from './refresh-own-payment.ts'
import { type BalanceCheckout, findOpenBalanceCheckout } from './store.ts'
import { adoptBalanceCheckout, attachBalanceCheckout, recordBalanceCheckout } from './writes.ts'

export const endOf = (balance: BalanceCheckout) =>
  balance.expiresAt ?? balance.createdAt + CHECKOUT_LIFETIME_MS

/** Returns the checkout's URL. Asking the provider twice gives the same checkout. */
export async function openBalanceCheckout(
  deps: ShopDeps,
  target: CryptoPayment,
  balance: BalanceCheckout,
): Promise<string> {
  if (balance.hostedUrl !== null) return balance.hostedUrl
  const provider = requireProvider(deps, target.payment)
  const checkout = await provider.createCheckout(orderOf(deps, target, balance))
  const [attached] = await attachBalanceCheckout(deps.db, balance.id, checkout)
  if (attached) return checkout.url
  // Another click was faster, or the checkout was closed meanwhile: this page must not be paid.
  await provider.expireCheckout(checkout.checkoutId)
  const open = await findOpenBalanceCheckout(deps.db, target.payment.id)
  if (open?.id === balance.id && open.hostedUrl !== null) return open.hostedUrl
  throw refuse('stale', 'This page was closed meanwhile. Please try again.')
}

function orderOf({ config }: ShopDeps, { payment, product }: PaymentWithProduct, balance: BalanceCheckout) {
  // Cancelling leads to the same page as paying: the one that shows the partial payments.
  const back = `${config.publicUrl}/success?session_id=${payment.id}&source=crypto`
  return {
    reference: balance.reference,
    purchaseType: payment.purchaseType,
    productName: product.name,
    amountCents: balance.amountCents,
    originalCents: balance.amountCents,
    trialDays: 0,
    currency: payment.currency,
    email: payment.email ?? '',
    automaticTax: false,
    successUrl: back,
    cancelUrl: back,
    expiresAt: balance.createdAt + CHECKOUT_LIFETIME_MS,
  }
}

/**
 * Makes a checkout for the balance unpayable, at its provider first. Money that arrived before that is counted when the
 * payment is observed again.
 */
export async function closeBalanceCheckout(
  deps: ShopDeps,
  target: PaymentWithProduct,
  balance: BalanceCheckout,
  now: number,
): Promise<void> {
  const provider = requireProvider(deps, target.payment)
  // After a crash our row may lack the id of a checkout that can still be paid.
  const lost = balance.checkoutId === null && endOf(balance) > now
  const checkoutId = lost
    ? (await provider.createCheckout(orderOf(deps, target, balance))).checkoutId
    : balance.checkoutId
  if (lost && checkoutId !== null)
    await adoptBalanceCheckout(deps.db, provider.name, balance.reference, checkoutId)
  if (checkoutId !== null) await provider.expireCheckout(checkoutId)
  await recordBalanceCheckout(deps.db, balance.id, { receivedCents: balance.receivedCents, over: true }, now)
}
