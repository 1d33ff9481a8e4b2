import { clockFrom } from '../../core/clock-from.ts'
import { describeError } from '../../core/describe-error.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { ClaimLost, ProviderRefused } from '../../providers/payment-provider.ts'
import { releaseUse } from '../coupons/writes.ts'
import { alertKey, queueAlert } from '../email/writes.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import { collectorOf } from './collector-of.ts'
import { type CryptoPayment, findRefreshed } from './find-refreshed.ts'
import { amountOutboxKeys, notifyAmount } from './notify-amount.ts'
import { refuse } from './open-checkout.ts'
import {
  claimReturn,
  completeReturn,
  failReturn,
  insertReturn,
  type ReturnClaim,
  renewReturn,
} from './part-writes.ts'
import { closeRest } from './pay-rest.ts'
import { returnableCents } from './received-rules.ts'
import { wasMade } from './rules.ts'
import { findOpenRest, listReturns, type PaymentWithProduct, type Return } from './store.ts'

/** Another click, or money that arrived just now, was in between: everything is looked at again. */
const TRIES = 4

/** `claimUrl`: where the buyer says which wallet it goes to; null where it goes to the wallet it came from. */
export type GivenBack = { amountCents: number; status: 'approved' | 'succeeded'; claimUrl: string | null }

/**
 * Gives back what lies here of a payment outside any sale: all of it where too little arrived, the excess where too much
 * did. Asked again, it goes on with what was begun, or says where that is.
 * @throws Problem 404, 409 (`data.code`); ProviderDown before anything was decided, ProviderRefused
 */
export async function giveBack(
  deps: ShopDeps,
  userId: number,
  id: number,
  start: number,
): Promise<GivenBack> {
  const clock = clockFrom(start)
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const now = clock()
    const target = await findRefreshed(deps, userId, id, now)
    const { payment } = target
    const [latest] = await listReturns(deps.db, id)
    if (latest?.status === 'approved') return finishReturn(deps, target, latest, clock())
    const made = wasMade(payment.status)
    const amountCents = returnableCents({ ...payment, wasMade: made })
    if (amountCents === 0 && latest) return toGivenBack(latest)
    if (amountCents === 0) throw refuse('stale', 'There is nothing of this payment to give back.')
    if (!made && (await closePages(deps, target, now))) continue
    if (!made && payment.status === 'pending') {
      throw refuse('confirming', 'This payment is still being confirmed. Please try again when that is done.')
    }
    await insertOnce(deps, target, amountCents, now)
  }
  throw refuse('confirming', 'This payment is changing, or being refunded, just now. Please try again later.')
}

/** Nobody pays into what goes back: true where a page was open, and all is to be looked at again. */
async function closePages(deps: ShopDeps, target: CryptoPayment, now: number): Promise<boolean> {
  const { payment } = target
  const rest = await findOpenRest(deps.db, payment.id)
  if (rest) {
    await closeRest(deps, target, rest, now)
    return true
  }
  if (payment.status !== 'pending' || payment.paymentId === null) return false
  await collectorOf(deps, payment).expireCheckout(payment.paymentId)
  const after = await findRefreshed(deps, payment.userId ?? 0, payment.id, now)
  return after.payment.status !== 'pending'
}

/** Two clicks meet the same revision, and the one open refund a payment may have. */
async function insertOnce(deps: ShopDeps, { payment }: CryptoPayment, amountCents: number, now: number) {
  const { db } = deps
  const given = { reference: crypto.randomUUID(), amountCents, userId: payment.userId ?? 0, source: 'return' }
  try {
    await commit(db, [
      ...insertReturn(db, payment, given, now),
      ...(wasMade(payment.status) ? [] : releaseUse(db, payment.id, now)),
    ])
  } catch (error) {
    if (!refusedBy(error, 'payments', 'revision') && !refusedBy(error, 'refunds')) throw error
  }
}

/**
 * Has the provider give it back, and tells the buyer. While it does not answer, or another click is at it, the answer is
 * that it was decided: the sweep goes on, with the same reference and so the same refund.
 */
async function finishReturn(
  deps: ShopDeps,
  target: PaymentWithProduct,
  row: Return,
  now: number,
): Promise<GivenBack> {
  try {
    return await askProvider(deps, target, row, now)
  } catch (error) {
    if (error instanceof ProviderRefused) throw error
    console.error(JSON.stringify({ at: 'give-back', refund: row.id, error: describeError(error) }))
    return toGivenBack(row)
  }
}

async function askProvider(
  deps: ShopDeps,
  target: PaymentWithProduct,
  row: Return,
  start: number,
): Promise<GivenBack> {
  const { db } = deps
  const { payment, product } = target
  const { reference, amountCents } = row
  const clock = clockFrom(start)
  const [claim] = await claimReturn(db, row.id, clock())
  if (!claim) return toGivenBack(row)
  const confirmClaim = async () => {
    const renewed = await renewReturn(db, claim, clock())
    if (renewed.length === 0) throw new ClaimLost('Another run carries out this refund')
  }
  try {
    const refund = await collectorOf(deps, payment).refund({
      ...{ reference, amountCents, currency: payment.currency },
      checkoutId: payment.paymentId ?? '',
      intentId: payment.intentId,
      reason: row.reason ?? '',
      confirmClaim,
    })
    const now = clock()
    const told = {
      about: 'back' as const,
      receivedCents: amountCents,
      claimUrl: refund.claimUrl,
      occasion: row.id,
    }
    await commit(db, [
      completeReturn(db, row.id, refund, now),
      ...notifyAmount(db, payment, product, told, now),
    ])
    deps.later(dispatchKeys(deps.env, db, amountOutboxKeys(payment.id, 'back', row.id), now))
    return { amountCents, status: 'succeeded', claimUrl: refund.claimUrl }
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await confirmClaim()
      await giveUp(deps, target, { claim, row }, error.message, clock())
    }
    throw error
  }
}

/** The provider will not: the money stays with the payment, and a person is told. */
async function giveUp(
  deps: ShopDeps,
  target: PaymentWithProduct,
  { claim, row }: { claim: ReturnClaim; row: Return },
  why: string,
  now: number,
) {
  const { db } = deps
  const { payment, product } = target
  const reason = `The provider refuses to give back what the buyer asked for: ${why}`
  const data = {
    paymentId: payment.id,
    productName: product.name,
    amountCents: row.amountCents,
    email: payment.email,
    reason,
  }
  const key = alertKey(payment.id, `refund-${row.id}`)
  const message = { key: `${key}:1`, deliveryKey: key, now }
  await commit(db, [
    ...failReturn(db, claim, row.amountCents, why, now),
    queueAlert(db, { key, to: deps.config.supportEmail, data, now }).onConflictDoNothing(),
    enqueueEmail(db, message).onConflictDoNothing(),
  ])
  deps.later(dispatchKeys(deps.env, db, [message.key], now))
}

/** The sweep's part: what was decided and its provider has not heard of. @throws ProviderDown, ClaimLost */
export async function sweepReturn(deps: ShopDeps, target: PaymentWithProduct, now: number): Promise<void> {
  const [latest] = await listReturns(deps.db, target.payment.id)
  if (latest?.status === 'approved') await askProvider(deps, target, latest, now)
}

const toGivenBack = ({ amountCents, status, claimUrl }: Return): GivenBack => ({
  amountCents,
  status: status === 'succeeded' ? 'succeeded' : 'approved',
  claimUrl,
})
