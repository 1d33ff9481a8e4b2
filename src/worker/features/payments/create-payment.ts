import { emailIdentity } from '../../core/email-address.ts'
import { toUsd } from '../../core/money.ts'
import { Problem } from '../../core/problem.ts'
import { type Db, refusedBy } from '../../db/client.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { findUserAccess } from '../access/find-access.ts'
import { findProduct } from '../catalogue/read-products.ts'
import type { CreatePayment } from './contract.ts'
import { CHECKOUT_LIFETIME_MS, nextCheckAt, type Quote, quote, refuseRepeat } from './rules.ts'
import { findByClientId, type PaymentWithProduct } from './store.ts'
import { attachCheckout, insertPayment } from './writes.ts'

type Deps = { db: Db; provider: PaymentProvider; publicUrl: string }

/**
 * Opens a checkout at the provider. The payment's row exists before any money can move, and the same
 * `clientPaymentId` is the same payment with the same address, however often it is sent.
 * @throws Problem 404, 409 (already owned, or the price changed: `data` has the new quote), 422; ProviderDown
 */
export async function createPayment(
  deps: Deps,
  userId: number,
  wish: CreatePayment,
  now: number,
): Promise<{ id: number; url: string }> {
  const before = await findByClientId(deps.db, userId, wish.clientPaymentId)
  if (before) return resume(deps, before, wish, now)

  const [row] = await findProduct(deps.db, wish.productId, now)
  if (!row) throw new Problem(404, 'There is no such product.')
  const price = quoteOrRefuse(row.script, wish)
  const access = await findUserAccess(deps.db, userId, row.script.id, now)
  const refusal = refuseRepeat(access, now)
  if (refusal) throw new Problem(409, refusal)

  const payment = await insertOnce(deps.db, userId, wish, price, now)
  return payment.isNew ? openCheckout(deps, payment.row, now) : resume(deps, payment.row, wish, now)
}

function quoteOrRefuse(product: PaymentWithProduct['product'], wish: CreatePayment): Quote {
  if (wish.couponId != null) throw new Problem(422, 'This coupon cannot be used for this purchase.')
  const quoted = quote(product, wish.purchaseType)
  if (!quoted.ok) {
    const message =
      quoted.reason === 'one-time-only'
        ? `${product.name} is a one-time purchase, not a subscription.`
        : `${product.name} is sold as a monthly subscription.`
    throw new Problem(422, message)
  }
  const expected = wish.finalAmount
  if (expected != null && Math.round(expected * 100) !== quoted.value.amountCents) {
    const data = {
      amount: toUsd(quoted.value.amountCents),
      originalAmount: toUsd(quoted.value.originalCents),
    }
    throw new Problem(409, 'The price has changed. Please check it and confirm again.', { data })
  }
  return quoted.value
}

async function insertOnce(
  db: Db,
  userId: number,
  wish: CreatePayment,
  price: Quote,
  now: number,
): Promise<{ isNew: boolean; row: PaymentWithProduct }> {
  let isNew = true
  try {
    await insertPayment(db, {
      userId,
      scriptId: wish.productId,
      purchaseType: wish.purchaseType,
      paymentProvider: wish.provider,
      clientPaymentId: wish.clientPaymentId,
      status: 'pending',
      ...price,
      email: wish.email,
      emailIdentity: emailIdentity(wish.email),
      nextCheckAt: nextCheckAt(0, now),
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    // Another tab sent the same visit a moment ago.
    if (!refusedBy(error, 'payments', 'user_id')) throw error
    isNew = false
  }
  const row = await findByClientId(db, userId, wish.clientPaymentId)
  if (!row) throw new Error('The payment was not stored')
  return { isNew, row }
}

function resume(deps: Deps, before: PaymentWithProduct, wish: CreatePayment, now: number) {
  const { payment } = before
  if (payment.scriptId !== wish.productId || payment.purchaseType !== wish.purchaseType) {
    throw new Problem(409, 'This checkout belongs to another product. Please start again.')
  }
  if (payment.status !== 'pending') {
    throw new Problem(409, `This checkout is already ${payment.status}. Please start a new one.`)
  }
  if (payment.expiresAt !== null && payment.expiresAt <= now) {
    throw new Problem(409, 'This checkout has expired. Please start a new one.')
  }
  if (payment.hostedUrl) return { id: payment.id, url: payment.hostedUrl }
  return openCheckout(deps, before, now)
}

async function openCheckout(deps: Deps, { payment, product }: PaymentWithProduct, now: number) {
  const query = new URLSearchParams({ productId: String(product.id), purchaseType: payment.purchaseType })
  const checkout = await deps.provider.createCheckout({
    paymentId: payment.id,
    purchaseType: payment.purchaseType,
    productName: product.name,
    amountCents: payment.amountCents,
    currency: payment.currency,
    email: payment.email ?? '',
    successUrl: `${deps.publicUrl}/success?session_id={CHECKOUT_SESSION_ID}&source=stripe`,
    cancelUrl: `${deps.publicUrl}/cancel?${query}`,
    expiresAt: payment.createdAt + CHECKOUT_LIFETIME_MS,
  })
  await attachCheckout(deps.db, payment.id, checkout, now)
  return { id: payment.id, url: checkout.url }
}
