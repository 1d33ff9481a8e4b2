import { emailIdentity, emailKey } from '../../core/email-address.ts'
import { toUsd } from '../../core/money.ts'
import { Problem } from '../../core/problem.ts'
import { type Db, refusedBy } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { findOwnAccess } from '../access/find-access.ts'
import { findProduct } from '../catalogue/read-products.ts'
import { findStanding } from '../subscriptions/find-standing.ts'
import type { CollectingProvider, CreatePayment } from './contract.ts'
import { closeCheckout, IN_REVIEW, openCheckout, refuse } from './open-checkout.ts'
import { isPayable, nextCheckAt, type Quote, quote, refuseRepeat } from './rules.ts'
import { findByClientId, findOpen, type PaymentWithProduct } from './store.ts'
import { insertPayment } from './writes.ts'

/** What a buyer asks for; who is to collect it is named by the route. */
export type Wish = Omit<CreatePayment, 'provider'> & { provider: CollectingProvider }

/**
 * Opens a checkout at the provider. The payment's row exists before any money can move; the same `clientPaymentId` is
 * the same payment with the same address, however often it is sent; and a buyer has one open checkout per product, so
 * that two tabs cannot both be paid.
 * @throws Problem 404, 409 (owned, stale, in review, or the price changed: `data.code` says which), 422; ProviderDown
 */
export async function createPayment(
  deps: ShopDeps,
  userId: number,
  wish: Wish,
  now: number,
): Promise<{ id: number; url: string }> {
  const before = await findByClientId(deps.db, userId, wish.clientPaymentId)
  if (before) return resume(deps, before, wish, now)

  const [row] = await findProduct(deps.db, wish.productId, now)
  if (!row) throw new Problem(404, 'There is no such product.')
  if (row.release.id === null)
    throw new Problem(422, `${row.script.name} has no file yet, so it cannot be bought.`)
  const price = quoteOrRefuse(row.script, wish)
  const access = await findOwnAccess(deps.db, userId, row.script.id, now)
  const standing = await findStanding(deps.db, userId, row.script.id, now)
  const refusal = refuseRepeat(access, now, standing, wish.provider)
  if (refusal) throw refuse('owned', refusal)

  const open = await findOpen(deps.db, userId, wish.productId)
  if (open) {
    if (isSameOffer(open, wish, price) && isPayable(open.payment, now)) return resume(deps, open, wish, now)
    await closeCheckout(deps, open, now)
  }
  const payment = await insertOnce(deps.db, userId, wish, price, now)
  return payment.isNew ? openCheckout(deps, payment.row, now) : resume(deps, payment.row, wish, now)
}

const isSameOffer = ({ payment }: PaymentWithProduct, wish: Wish, price: Quote) =>
  payment.amountCents === price.amountCents &&
  payment.purchaseType === wish.purchaseType &&
  payment.paymentProvider === wish.provider &&
  emailKey(payment.email ?? '') === emailKey(wish.email)

function quoteOrRefuse(product: PaymentWithProduct['product'], wish: Wish): Quote {
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
    throw refuse('price-changed', 'The price has changed. Please check it and confirm again.', {
      amount: toUsd(quoted.value.amountCents),
      originalAmount: toUsd(quoted.value.originalCents),
    })
  }
  return quoted.value
}

async function insertOnce(
  db: Db,
  userId: number,
  wish: Wish,
  price: Quote,
  now: number,
): Promise<{ isNew: boolean; row: PaymentWithProduct }> {
  let isNew = true
  try {
    await insertPayment(db, {
      reference: crypto.randomUUID(),
      userId,
      scriptId: wish.productId,
      purchaseType: wish.purchaseType,
      paymentProvider: wish.provider,
      clientPaymentId: wish.clientPaymentId,
      status: 'pending',
      ...price,
      email: wish.email,
      emailIdentity: emailIdentity(wish.email),
      nextCheckAt: nextCheckAt(0, null, now),
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    // Another tab opened a checkout of this product, or sent this very visit, a moment ago.
    if (!refusedBy(error, 'payments', 'user_id')) throw error
    isNew = false
  }
  const row =
    (await findByClientId(db, userId, wish.clientPaymentId)) ?? (await findOpen(db, userId, wish.productId))
  if (!row) throw new Error('The payment was not stored')
  return { isNew, row }
}

/** Back to the page of a checkout that was opened before. */
async function resume(deps: ShopDeps, before: PaymentWithProduct, wish: Wish, now: number) {
  const { payment } = before
  if (payment.scriptId !== wish.productId || payment.purchaseType !== wish.purchaseType) {
    throw refuse('stale', 'This checkout belongs to another product. Please start again.')
  }
  if (payment.status !== 'pending') {
    throw refuse('stale', `This checkout is already ${payment.status}. Please start a new one.`)
  }
  if (payment.flaggedReason !== null) throw refuse('in-review', IN_REVIEW)
  if (!isPayable(payment, now)) throw refuse('stale', 'This checkout has expired. Please start a new one.')
  return payment.hostedUrl ? { id: payment.id, url: payment.hostedUrl } : openCheckout(deps, before, now)
}
