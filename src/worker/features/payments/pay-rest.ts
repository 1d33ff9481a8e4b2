import { Problem } from '../../core/problem.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { findOwnAccess } from '../access/find-access.ts'
import { findStanding } from '../subscriptions/find-standing.ts'
import { collectorOf } from './collector-of.ts'
import { type CryptoPayment, findRefreshed } from './find-refreshed.ts'
import { refuse } from './open-checkout.ts'
import { adoptRest, attachRest, insertRest, noteRest } from './part-writes.ts'
import { dueCents } from './received-rules.ts'
import { CHECKOUT_LIFETIME_MS, isPayable, refuseRepeat, wasMade } from './rules.ts'
import { findOpenRest, type PaymentWithProduct, type Rest } from './store.ts'
import { findDeliverable } from './undeliverable.ts'
import { recordOnce } from './writes.ts'

/** Another click, or money that arrived just now, was in between: everything is looked at again. */
const TRIES = 4

/**
 * A page for what is missing of a payment of which too little arrived: the one it was opened at while that is open, else
 * one for the rest, which there is one of at a time. Its row exists before the provider is asked.
 * @throws Problem 404, 409 (`data.code`); ProviderDown, ProviderRefused
 */
export async function payRest(
  deps: ShopDeps,
  userId: number,
  id: number,
  now: number,
): Promise<{ url: string }> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const target = await findRefreshed(deps, userId, id, now)
    const { payment } = target
    if (wasMade(payment.status)) throw refuse('owned', 'This payment is complete. Nothing is missing.')
    if (payment.receivedCents === 0) {
      throw refuse('stale', 'Nothing has arrived for this payment. Please start a new checkout.')
    }
    await refuseUndeliverable(deps, payment.scriptId, now)
    if (payment.status === 'pending' && payment.hostedUrl && isPayable(payment, now)) {
      return { url: payment.hostedUrl }
    }
    const held = await refuseOwned(deps, payment, userId, now)
    if (held) throw refuse('owned', `${held} What you sent for it can go back to you.`)
    const rest = await findOrInsert(deps, target, now)
    if (rest && leftAt(rest) === dueCents({ ...payment, wasMade: false }) && endOf(rest) > now) {
      return { url: await openRest(deps, target, rest) }
    }
    if (rest) await closeRest(deps, target, rest, now)
  }
  throw refuse('confirming', 'This payment is changing just now. Please try again in a moment.')
}

/** @throws Problem 422: nobody pays on for what cannot be delivered. */
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

/** As a new checkout would be refused: a further month in advance may be paid to its end. */
async function refuseOwned(
  { db }: ShopDeps,
  { scriptId, paymentProvider }: CryptoPayment['payment'],
  userId: number,
  now: number,
): Promise<string | null> {
  const access = await findOwnAccess(db, userId, scriptId, now)
  return refuseRepeat(access, now, await findStanding(db, userId, scriptId, now), paymentProvider)
}

/** What its page asks now. */
const leftAt = (rest: Rest) => rest.amountCents - rest.receivedCents

const endOf = (rest: Rest) => rest.expiresAt ?? rest.createdAt + CHECKOUT_LIFETIME_MS

/** Undefined where another click was faster, or the payment has moved on. */
async function findOrInsert(
  { db }: ShopDeps,
  { payment }: CryptoPayment,
  now: number,
): Promise<Rest | undefined> {
  const open = await findOpenRest(db, payment.id)
  if (open) return open
  const reference = crypto.randomUUID()
  const amountCents = dueCents({ ...payment, wasMade: false })
  try {
    await commit(db, [
      recordOnce(db, {
        ...{ paymentId: payment.id, kind: `rest:${reference}`, source: 'return', now },
        details: { amountCents },
      }),
      ...insertRest(db, payment, { reference, amountCents }, now),
    ])
  } catch (error) {
    if (!refusedBy(error, 'payment_checkouts') && !refusedBy(error, 'payments', 'revision')) throw error
    return undefined
  }
  return findOpenRest(db, payment.id)
}

/** The page's address; asking the provider twice gives the same page. */
async function openRest(deps: ShopDeps, target: CryptoPayment, rest: Rest): Promise<string> {
  if (rest.hostedUrl !== null) return rest.hostedUrl
  const provider = collectorOf(deps, target.payment)
  const checkout = await provider.createCheckout(orderOf(deps, target, rest))
  const [attached] = await attachRest(deps.db, rest.id, checkout)
  if (attached) return checkout.url
  // Another click was faster, or the page was closed meanwhile: nobody may pay at this one.
  await provider.expireCheckout(checkout.checkoutId)
  const open = await findOpenRest(deps.db, target.payment.id)
  if (open?.id === rest.id && open.hostedUrl !== null) return open.hostedUrl
  throw refuse('stale', 'This page was closed meanwhile. Please try again.')
}

function orderOf({ config }: ShopDeps, { payment, product }: PaymentWithProduct, rest: Rest) {
  // Also who leaves without paying comes back to where the parts are shown.
  const back = `${config.publicUrl}/success?session_id=${payment.id}&source=crypto`
  return {
    reference: rest.reference,
    purchaseType: payment.purchaseType,
    productName: product.name,
    amountCents: rest.amountCents,
    originalCents: rest.amountCents,
    currency: payment.currency,
    email: payment.email ?? '',
    successUrl: back,
    cancelUrl: back,
    expiresAt: rest.createdAt + CHECKOUT_LIFETIME_MS,
  }
}

/** Makes a page for the rest unpayable: at its provider first. What came before that, the next look counts. */
export async function closeRest(
  deps: ShopDeps,
  target: PaymentWithProduct,
  rest: Rest,
  now: number,
): Promise<void> {
  const provider = collectorOf(deps, target.payment)
  // A crash may have kept its id from us while somebody could still be shown it.
  const lost = rest.checkoutId === null && endOf(rest) > now
  const checkoutId = lost
    ? (await provider.createCheckout(orderOf(deps, target, rest))).checkoutId
    : rest.checkoutId
  if (lost && checkoutId !== null) await adoptRest(deps.db, provider.name, rest.reference, checkoutId)
  if (checkoutId !== null) await provider.expireCheckout(checkoutId)
  await noteRest(deps.db, rest.id, { receivedCents: rest.receivedCents, over: true }, now)
}
