import type { SQL } from 'drizzle-orm'
import { logError } from '../../../core/log-error.ts'
import { commit, type Db, type Write } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { redeemUse, releaseUse, retakeUse } from '../../coupons/writes.ts'
import { alertKey, queueAlert } from '../../email/writes.ts'
import { claimTrial } from '../../identity/trial.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../../notifications/writes.ts'
import { agreeMonthly, upsertSubscription } from '../../subscriptions/writes.ts'
import { amountNews, notifyAmount } from '../notices/notify-amount.ts'
import { notifySettlement, notifyWrongPaymentRefunded } from '../notices/notify-buyer.ts'
import { notifyDeliveryProblem } from '../notices/notify-support.ts'
import { isCrypto, NO_FILE, type Paid, type Source } from '../rules.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'
import { endUpgraded } from '../upgrades/end-upgraded.ts'
import { findUpgraded } from '../upgrades/find-credit.ts'
import { recordOnce } from '../writes.ts'
import { claimCoupon } from './claim-coupon.ts'
import { findDeliveryProblem, type OrderedProducts, selectOrdered } from './find-delivery-problem.ts'
import { fulfillPurchase } from './fulfill-purchase.ts'
import { refundSecondPayment } from './refund-second-payment.ts'
import type { LostMoney } from './rules.ts'
import { findUnsettledRefund } from './store.ts'
import { syncDependents } from './sync-dependents.ts'
import {
  closePayment,
  completePayment,
  enterLedger,
  flagPayment,
  linkSubscription,
  priceLate,
  recordReceived,
  wasCommitted,
} from './writes.ts'

/**
 * Writes everything that a payment grants to the account `payment.userId` (null: to a guest), in one batch, once. False
 * where another handler changed the payment since it was read, or `onlyIf` is not true in the batch. `also` is written
 * in the same batch, right after the payment itself.
 */
export async function writeSettlement(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  {
    checkoutId,
    observed,
    onlyIf,
    products,
    countedCents,
  }: {
    checkoutId: string | null
    observed: Paid
    onlyIf?: SQL
    /** The ordered products, where they were read after the provider was asked. */
    products?: OrderedProducts
    /** A completion by hand, without the provider's answer: the cents at its page that are known by then. */
    countedCents?: number | undefined
  },
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
  const details = {
    checkoutId,
    transactionId: observed.transactionId,
    amountCents: observed.amountCents,
    ...(countedCents !== undefined && { countedCents }),
  }
  const ordered = products ?? (await selectOrdered(db, payment, now))
  const flaggedReason = await findDeliveryProblem(db, payment, ordered)
  const flagged = flaggedReason === null ? null : { reason: flaggedReason, source }
  const paid = { checkoutId, ...observed, userId: payment.userId, flaggedReason, onlyIf }
  const writes = [
    recordOnce(db, { paymentId: id, kind: 'settled', source, details, now }),
    completePayment(db, payment, paid, now),
    ...also,
    ...(amountCents > 0 ? [enterLedger(db, payment, 'capture', amountCents, now)] : []),
    ...(await fulfillPurchase(db, payment, observed, now)),
    ...redeemUse(db, id),
    ...(await claimCoupon(deps, payment, observed, now)),
    ...(payment.trialDays > 0
      ? await claimTrial(deps, { userId: payment.userId, card: observed.card ?? null, paymentId: id }, now)
      : []),
    ...syncDependents(db, { id, revision }, now),
    ...notifySettlement(
      db,
      payment,
      product,
      { observed, hasFile: flaggedReason !== NO_FILE, upgrade: await findUpgraded(db, payment) },
      now,
    ),
    ...(flagged ? notifyDeliveryProblem(deps, buyer, product, flagged, now) : []),
    ...(tooMuch
      ? notifyAmount(db, buyer, product, { about: 'excess', receivedCents, occasion: revision }, now)
      : []),
  ]
  const done = await wasCommitted(commitAndDispatch(deps, writes, now))
  // The sweep repeats a failure.
  if (done && payment.upgradedSubscriptionId !== null)
    deps.later(
      endUpgraded(deps, id, now).catch((error: unknown) => logError('end-upgraded', { payment: id, error })),
    )
  return done
}

/**
 * Writes a payment for a product that its buyer has already, or with a coupon that their card has used (`isCoupon`): the
 * money is entered in the ledger, nothing is granted, and all of the money is refunded. A subscription that the payment
 * began must have ended at its provider before. False where another handler changed the payment since it was read.
 */
export async function writeSecondPayment(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  {
    checkoutId,
    observed,
    reason,
    isCoupon = false,
  }: { checkoutId: string | null; observed: Paid; reason: string; isCoupon?: boolean },
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
  const writes = [
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
    ...redeemUse(db, id),
    ...refundSecondPayment(deps, buyer, product, { reason, isCoupon, source }, now),
    ...(tooMuch ? notifyAmount(db, buyer, product, excess, now) : []),
  ]
  return wasCommitted(commitAndDispatch(deps, writes, now))
}

/**
 * Writes a received amount that differs from the price. A payment expires once no more money can arrive at its page,
 * but with an unapplied partial payment it keeps its price (and so its coupon), stays with the sweep, and its buyer is
 * notified.
 */
export async function writeReceived(
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
  const about = amountNews(payment, receivedCents)
  const writes = [
    recordOnce(db, { paymentId: payment.id, kind, source, details: { receivedCents, closed }, now }),
    recordReceived(db, payment, { status, receivedCents }, now),
    ...(receivedCents === 0 ? releaseUse(db, payment.id) : []),
    ...(about ? notifyAmount(db, payment, product, { about, receivedCents, occasion }, now) : []),
  ]
  return wasCommitted(commitAndDispatch(deps, writes, now))
}

/**
 * Prices an order for which money arrived after its page was closed and its coupon use released: it takes the use
 * again, or costs the full price where none is left. False where another handler changed the payment since it was read.
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
  const writes = [
    recordOnce(db, { paymentId: payment.id, kind, source, details, now }),
    ...(hasRoom ? retakeUse(db, payment.id) : []),
    priceLate(db, payment, { hasUse: hasRoom }, now),
  ]
  return wasCommitted(commit(db, writes))
}

/** A payment that was closed before may be flagged and closed again: that event's kind needs the revision. */
const closeKind = ({ status, revision }: Payment, to: string) =>
  status === 'pending' ? to : `${to}:${revision + 1}`

/**
 * Closes a payment that was not paid, or whose money did not fit the order and is gone. The buyer is notified of a
 * refund. False where another handler closed or changed the payment since it was read. `also` is written in the same
 * batch.
 */
export async function writeClose(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  {
    to,
    checkoutId,
    lost,
  }: { to: 'failed' | 'expired'; checkoutId: string | null; lost?: LostMoney | undefined },
  source: Source,
  now: number,
  also: Write[] = [],
): Promise<boolean> {
  const { db } = deps
  const kind = closeKind(payment, to)
  const refundedCents = lost?.by === 'refund' ? lost.refundedCents : null
  const details = {
    checkoutId,
    ...(lost && { lostBy: lost.by }),
    ...(refundedCents !== null && { refundedCents }),
    ...(lost?.by === 'refund' && lost.confirmed && { confirmed: 1 }),
  }
  const writes = [
    recordOnce(db, { paymentId: payment.id, kind, source, details, now }),
    closePayment(db, payment, { to, isLost: lost !== undefined, intentId: lost?.intentId ?? null }, now),
    ...also,
    ...releaseUse(db, payment.id),
    ...(lost?.by === 'refund'
      ? notifyWrongPaymentRefunded(db, { ...payment, email: lost.email }, product, refundedCents, now)
      : []),
  ]
  return wasCommitted(commitAndDispatch(deps, writes, now))
}

/**
 * Flags a payment for a person, and alerts support. The keys contain the revision: a payment whose refund fails is
 * flagged again. False where another handler changed the payment since it was read.
 */
export async function writeFlag(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  {
    checkoutId,
    reason,
    intentId,
    failedRefunds,
  }: { checkoutId: string | null; reason: string; intentId: string | null; failedRefunds: number },
  source: Source,
  now: number,
): Promise<boolean> {
  const { db } = deps
  const { id, amountCents, email } = payment
  // The buyer was told of a refund that came back.
  const isReturned = failedRefunds > 0 && (await findUnsettledRefund(db, id)) !== null
  const outcome = isReturned ? ('refund-returned' as const) : undefined
  const data = { paymentId: id, productName: product.name, amountCents, email, reason, outcome }
  const revision = payment.revision + 1
  const key = alertKey(id, `flagged-${revision}`)
  const kind = `flagged:${revision}`
  const writes = [
    recordOnce(db, { paymentId: id, kind, source, details: { checkoutId, reason }, now }),
    flagPayment(db, payment, { reason, intentId }, now),
    queueAlert(db, { key, to: deps.config.supportEmail, data, now }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
  const done = await wasCommitted(commitAndDispatch(deps, writes, now))
  if (done) logError('settle-payment', { payment: id, flagged: reason })
  return done
}
