import type { SQL } from 'drizzle-orm'
import { commit, type Db, refusedBy, type Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { restateGrant } from '../access/writes.ts'
import { redeemUse, releaseUse, retakeUse } from '../coupons/writes.ts'
import { alertKey, queueAlert } from '../email/writes.ts'
import { restateLicence } from '../licences/writes.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import { commissionOutboxKey, restateCommission } from '../referrals/writes.ts'
import { agreeMonthly, upsertSubscription } from '../subscriptions/writes.ts'
import { givePurchase } from './give-purchase.ts'
import { amountNews, amountOutboxKeys, notifyAmount } from './notify-amount.ts'
import { changeOutboxKeys, notifyChange, notifySettlement, settlementOutboxKeys } from './notify-buyer.ts'
import {
  alertUndeliverable,
  failedRefundOutboxKey,
  notifyFailedRefund,
  undeliverableOutboxKey,
} from './notify-support.ts'
import { restateRefunds } from './part-writes.ts'
import { restatePrepaid } from './restate-prepaid.ts'
import { isCrypto, NO_FILE, netCents, type Observation, type Standing } from './rules.ts'
import { refundSecond, secondPaymentOutboxKeys, wasSecond } from './second-payment.ts'
import type { Payment, PaymentWithProduct } from './store.ts'
import { whyUndeliverable } from './undeliverable.ts'
import {
  changePayment,
  closePayment,
  completePayment,
  enterLedger,
  flagPayment,
  holdPayment,
  linkSubscription,
  priceLate,
  recordOnce,
} from './writes.ts'

/** Who noticed: kept in the payment's history. */
export type Source = 'webhook' | 'return' | 'sweep' | 'admin' | 'reconciliation' | 'free' | 'refund'

export type Paid = Extract<Observation, { kind: 'paid' }>

/**
 * Everything a payment gives, in one batch, once: `payment.userId` is whom it is given to. False where somebody else
 * changed the payment since it was read, or `onlyIf` does not hold in the batch. `also` is written right after the payment itself, or not at all.
 */
export async function writeSettlement(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  { checkoutId, observed, onlyIf }: { checkoutId: string | null; observed: Paid; onlyIf?: SQL },
  source: Source,
  now: number,
  also: Write[] = [],
): Promise<boolean> {
  const { db } = deps
  const { id, amountCents } = payment
  const { receivedCents } = observed
  const revision = payment.revision + 1
  const tooMuch = isCrypto(payment) && receivedCents > amountCents
  const buyer = { ...payment, email: payment.email ?? observed.email }
  const details = { checkoutId, transactionId: observed.transactionId, amountCents: observed.amountCents }
  const flaggedReason = await whyUndeliverable(db, payment, now)
  const flagged = flaggedReason === null ? null : { reason: flaggedReason, source }
  const paid = { checkoutId, ...observed, userId: payment.userId, flaggedReason, onlyIf }
  const done = await committed(db, [
    recordOnce(db, { paymentId: id, kind: 'settled', source, details, now }),
    completePayment(db, payment, paid, now),
    ...also,
    ...(amountCents > 0 ? [enterLedger(db, payment, 'capture', amountCents, now)] : []),
    ...(await givePurchase(db, payment, observed, now)),
    ...redeemUse(db, id, now),
    ...followPayment(db, id, now),
    ...notifySettlement(db, payment, product, { observed, hasFile: flaggedReason !== NO_FILE }, now),
    ...(flagged ? alertUndeliverable(deps, buyer, product, flagged, now) : []),
    ...(tooMuch
      ? notifyAmount(db, buyer, product, { about: 'excess', receivedCents, occasion: revision }, now)
      : []),
  ])
  const outboxKeys = [
    ...settlementOutboxKeys(id),
    commissionOutboxKey(id, revision),
    ...(tooMuch ? amountOutboxKeys(id, 'excess', revision) : []),
    ...(flagged ? [undeliverableOutboxKey(id)] : []),
  ]
  if (done) deps.later(dispatchKeys(deps.env, db, outboxKeys, now))
  return done
}

/**
 * A payment for what its buyer has already: the money is entered, nothing is granted, and all of it is refunded. A
 * subscription that it began must have ended at its provider before. False where somebody else changed the payment since
 * it was read.
 */
export async function writeSecond(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  { checkoutId, observed, reason }: { checkoutId: string | null; observed: Paid; reason: string },
  source: Source,
  now: number,
): Promise<boolean> {
  const { db } = deps
  const { id, amountCents, userId, scriptId } = payment
  const { subscription } = observed
  const buyer = { ...payment, email: payment.email ?? observed.email }
  const details = { checkoutId, transactionId: observed.transactionId, amountCents: observed.amountCents }
  const owner = { userId, email: buyer.email, scriptId }
  const excess = {
    about: 'excess' as const,
    receivedCents: observed.receivedCents,
    occasion: payment.revision + 1,
  }
  const tooMuch = isCrypto(payment) && observed.receivedCents > amountCents
  const done = await committed(db, [
    recordOnce(db, { paymentId: id, kind: 'settled', source, details, now }),
    completePayment(db, payment, { checkoutId, ...observed, userId, flaggedReason: null }, now),
    enterLedger(db, payment, 'capture', amountCents, now),
    ...(subscription === null
      ? []
      : [
          upsertSubscription(db, owner, subscription, now),
          agreeMonthly(db, subscription.subscriptionId, payment.originalCents),
          linkSubscription(db, id, subscription.subscriptionId),
        ]),
    ...redeemUse(db, id, now),
    ...refundSecond(deps, buyer, product, { reason, source }, now),
    ...(tooMuch ? notifyAmount(db, buyer, product, excess, now) : []),
  ])
  const outboxKeys = [
    ...secondPaymentOutboxKeys(id),
    ...(tooMuch ? amountOutboxKeys(id, 'excess', excess.occasion) : []),
  ]
  if (done) deps.later(dispatchKeys(deps.env, db, outboxKeys, now))
  return done
}

/** Everything that hangs on a payment, brought to how it stands: the one way in which access is taken, or given again. */
export const followPayment = (db: Db, paymentId: number, now: number): Write[] => [
  ...restateGrant(db, paymentId, now),
  ...restateLicence(db, paymentId, now),
  ...restateCommission(db, paymentId, now),
]

/** A refund, a dispute, or the end of one. False where somebody else changed the payment since it was read. */
export async function writeChange(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  to: Standing,
  source: Source,
  now: number,
): Promise<boolean> {
  const { db } = deps
  const revision = payment.revision + 1
  const moved = netCents(payment.amountCents, to) - netCents(payment.amountCents, payment)
  const details = { from: payment.status, to: to.status, refundedCents: to.refundedCents, movedCents: moved }
  // A refund that counted does not any more: its bank did not take it.
  const fell = to.refundedCents < payment.refundedCents
  const kind = moved > 0 ? 'restore' : to.status === 'disputed' ? 'dispute' : 'refund'
  const done = await committed(db, [
    recordOnce(db, { paymentId: payment.id, kind: `change:${revision}`, source, details, now }),
    changePayment(db, payment, to, now),
    ...(moved === 0 ? [] : [enterLedger(db, payment, kind, moved, now)]),
    ...(await restatePrepaid(db, payment, to, now)),
    ...releaseUse(db, payment.id, now),
    ...followPayment(db, payment.id, now),
    ...restateRefunds(db, payment.id, fell, now),
    ...notifyChange(db, payment, product, { ...to, isSecond: await wasSecond(db, payment.id) }, now),
    ...(fell ? notifyFailedRefund(deps, payment, product, to, now) : []),
  ])
  if (done) {
    const outboxKeys = [
      ...changeOutboxKeys(payment.id, revision),
      commissionOutboxKey(payment.id, revision),
      ...(fell ? [failedRefundOutboxKey(payment.id, revision)] : []),
    ]
    deps.later(dispatchKeys(deps.env, db, outboxKeys, now))
  }
  return done
}

/**
 * Other than what was asked has arrived. Once no more can come at its page a payment counts as expired, but as long as a
 * part of it lies here it keeps its price (and so its coupon), stays with the sweep, and its buyer is told of it.
 */
export async function writeHold(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  { receivedCents, closed }: { receivedCents: number; closed: boolean },
  source: Source,
  now: number,
): Promise<boolean> {
  const { db } = deps
  const occasion = payment.revision + 1
  const kind = `received:${occasion}`
  const status = closed ? 'expired' : payment.status
  const told = amountNews(payment, receivedCents)
  const done = await committed(db, [
    recordOnce(db, { paymentId: payment.id, kind, source, details: { receivedCents, closed }, now }),
    holdPayment(db, payment, { status, receivedCents }, now),
    ...(receivedCents === 0 ? releaseUse(db, payment.id, now) : []),
    ...(told ? notifyAmount(db, payment, product, { about: told, receivedCents, occasion }, now) : []),
  ])
  if (done && told) deps.later(dispatchKeys(deps.env, db, amountOutboxKeys(payment.id, told, occasion), now))
  return done
}

/**
 * Money came for an order whose page was closed, and whose coupon's use was free for others since: it takes the use again,
 * or without one costs what the product costs. False where somebody else changed it since it was read.
 */
export const writeLatePrice = (
  db: Db,
  payment: Payment,
  { hasRoom }: { hasRoom: boolean },
  source: Source,
  now: number,
): Promise<boolean> => {
  const kind = `${hasRoom ? 'use-taken' : 'full-price'}:${payment.revision + 1}`
  const details = { amountCents: hasRoom ? payment.amountCents : payment.originalCents }
  return committed(db, [
    recordOnce(db, { paymentId: payment.id, kind, source, details, now }),
    ...(hasRoom ? retakeUse(db, payment.id) : []),
    priceLate(db, payment, { hasUse: hasRoom }, now),
  ])
}

/** One that was closed before, and flagged since, is closed once more. */
const closeKind = ({ status, revision }: Payment, to: string) =>
  status === 'pending' ? to : `${to}:${revision + 1}`

/** Closes a payment that was not paid. False where somebody else did it before, or it has moved on. */
export const writeClose = (
  db: Db,
  payment: Payment,
  to: 'failed' | 'expired',
  { source, checkoutId }: { source: Source; checkoutId: string | null },
  now: number,
): Promise<boolean> =>
  committed(db, [
    recordOnce(db, {
      paymentId: payment.id,
      kind: closeKind(payment, to),
      source,
      details: { checkoutId },
      now,
    }),
    closePayment(db, payment, to, now),
    ...releaseUse(db, payment.id, now),
  ])

/**
 * Leaves a payment to a person, and alerts support. Its keys carry the revision: a payment whose refund fails is flagged
 * again. False where the payment has moved on.
 */
export async function writeFlag(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  { checkoutId, reason, intentId }: { checkoutId: string | null; reason: string; intentId: string | null },
  source: Source,
  now: number,
): Promise<boolean> {
  const { db } = deps
  const { id, amountCents, email } = payment
  const data = { paymentId: id, productName: product.name, amountCents, email, reason }
  const revision = payment.revision + 1
  const key = alertKey(id, `flagged-${revision}`)
  const row = { key: `${key}:1`, deliveryKey: key, now }
  const kind = `flagged:${revision}`
  const done = await committed(db, [
    recordOnce(db, { paymentId: id, kind, source, details: { checkoutId, reason }, now }),
    flagPayment(db, payment, { reason, intentId }, now),
    queueAlert(db, { key, to: deps.config.supportEmail, data, now }),
    enqueueEmail(db, row),
  ])
  if (done) {
    deps.later(dispatchKeys(deps.env, db, [row.key], now))
    console.error(JSON.stringify({ at: 'settle-payment', payment: id, flagged: reason }))
  }
  return done
}

/** False where the schema says that it has been done before, or that the payment has moved on. */
async function committed(db: Db, writes: Write[]): Promise<boolean> {
  try {
    await commit(db, writes)
    return true
  } catch (error) {
    if (refusedBy(error, 'payment_events') || refusedBy(error, 'payments', 'revision')) return false
    if (refusedBy(error, 'subscriptions', 'revision')) return false
    throw error
  }
}
