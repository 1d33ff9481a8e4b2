import { Problem } from '../../../core/problem.ts'
import { commit, refusedBy } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { findOwnAccess } from '../../access/find-access.ts'
import { findCurrentSubscription } from '../../subscriptions/find-current-subscription.ts'
import { findDeliverable } from '../checkout/find-deliverable.ts'
import { isPayable } from '../checkout/rules.ts'
import { refuse } from '../refusals.ts'
import { grantedProducts, refuseRepeatedOrder } from '../repeat-purchase-rules.ts'
import { wasMade } from '../rules.ts'
import { recordOnce } from '../writes.ts'
import { closeBalanceCheckout, endOf, openBalanceCheckout } from './balance-checkout.ts'
import { type CryptoPayment, refreshOwnPayment } from './refresh-own-payment.ts'
import { dueCents } from './rules.ts'
import { type BalanceCheckout, findOpenBalanceCheckout } from './store.ts'
import { insertBalanceCheckout } from './writes.ts'

/** Maximum attempts when another click, or money that arrived, changed the payment between read and write. */
const MAX_ATTEMPTS = 4

/**
 * Returns the URL of a checkout for the amount due of a partial payment: the first checkout while it is open, else one
 * for the balance. A payment has at most one open checkout for the balance, whose row exists before the provider is
 * asked.
 * @throws Problem 404, 409 (`data.code`); ProviderDown, ProviderRefused
 */
export async function payBalance(
  deps: ShopDeps,
  userId: number,
  id: number,
  now: number,
): Promise<{ url: string }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const target = await refreshOwnPayment(deps, userId, id, now)
    const { payment } = target
    if (wasMade(payment.status)) throw refuse('owned', 'This payment is complete. Nothing is missing.')
    if (payment.receivedCents === 0) {
      throw refuse('stale', 'Nothing has arrived for this payment. Please start a new checkout.')
    }
    await refuseUndeliverable(deps, payment.scriptId, now)
    if (payment.status === 'pending' && payment.hostedUrl && isPayable(payment, now)) {
      return { url: payment.hostedUrl }
    }
    const refusal = await refuseOwned(deps, payment, userId, now)
    if (refusal) throw refuse('owned', `${refusal} What you sent for it can be refunded to you.`)
    const balance = await findOrInsert(deps, target, now)
    if (
      balance &&
      outstandingAt(balance) === dueCents({ ...payment, wasMade: false }) &&
      endOf(balance) > now
    ) {
      return { url: await openBalanceCheckout(deps, target, balance) }
    }
    if (balance) await closeBalanceCheckout(deps, target, balance, now)
  }
  throw refuse('confirming', 'This payment is changing just now. Please try again in a moment.')
}

/** @throws Problem 422 the product cannot be delivered, so its balance must not be paid */
async function refuseUndeliverable({ db }: ShopDeps, productId: number, now: number): Promise<void> {
  try {
    await findDeliverable(db, productId, now)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(
      422,
      'This product is not available any more. What you sent for it can be refunded to you.',
    )
  }
}

/** The refusal of a new checkout; null for a further prepaid month, whose balance may be paid. */
async function refuseOwned(
  { db }: ShopDeps,
  payment: CryptoPayment['payment'],
  userId: number,
  now: number,
): Promise<string | null> {
  const accesses = await findOwnAccess(db, userId, grantedProducts(payment), now)
  const current = await findCurrentSubscription(db, userId, payment.scriptId, now)
  return refuseRepeatedOrder(accesses, now, current, payment.paymentProvider)
}

/** The amount that is outstanding at this checkout now, in cents. */
const outstandingAt = (balance: BalanceCheckout) => balance.amountCents - balance.receivedCents

/** Undefined where another click was faster, or the payment changed since it was read. */
async function findOrInsert(
  { db }: ShopDeps,
  { payment }: CryptoPayment,
  now: number,
): Promise<BalanceCheckout | undefined> {
  const open = await findOpenBalanceCheckout(db, payment.id)
  if (open) return open
  const reference = crypto.randomUUID()
  const amountCents = dueCents({ ...payment, wasMade: false })
  try {
    await commit(db, [
      recordOnce(db, {
        paymentId: payment.id,
        kind: `rest:${reference}`,
        source: 'return',
        details: { amountCents },
        now,
      }),
      ...insertBalanceCheckout(db, payment, { reference, amountCents }, now),
    ])
  } catch (error) {
    if (!refusedBy(error, 'payment_checkouts') && !refusedBy(error, 'payments', 'revision')) throw error
    return undefined
  }
  return findOpenBalanceCheckout(db, payment.id)
}
