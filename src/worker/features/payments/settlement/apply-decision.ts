import { isOver } from '#shared/subscriptions/rules.ts'
import { assertNever } from '../../../core/assert-never.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { Paid, Source } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { refuseReusedCoupon } from './claim-coupon.ts'
import { detectSecondPayment } from './detect-second-payment.ts'
import { selectOrdered } from './find-delivery-problem.ts'
import { findOwner } from './find-owner.ts'
import { reportSettledTwice } from './report-paid-twice.ts'
import type { Decision, Settled } from './rules.ts'
import { findStop, stopTrial, wasStopped } from './stop-trial.ts'
import { newestOf, selectNewestGrant, wasAcknowledged } from './store.ts'
import { writeRefundOrDispute } from './write-refund-or-dispute.ts'
import {
  writeClose,
  writeFlag,
  writeReceived,
  writeSecondPayment,
  writeSettlement,
} from './write-settlement.ts'

/** Writes a decision in one batch. Undefined where nothing was written: the payment must be observed again. */
export async function applyDecision(
  deps: ShopDeps,
  target: PaymentWithProduct,
  { checkoutId, decision }: { checkoutId: string; decision: Decision },
  source: Source,
  now: number,
): Promise<Settled | undefined> {
  const { payment } = target
  switch (decision.do) {
    case 'settle':
      return settle(deps, target, { checkoutId, observed: decision.observed }, source, now)
    case 'change':
      return (await writeRefundOrDispute(deps, target, decision, source, now))
        ? { outcome: 'changed', reason: decision.to.status }
        : undefined
    case 'record-received':
      return (await writeReceived(deps, target, decision, source, now)) ? { outcome: 'held' } : undefined
    case 'close': {
      const { to, lost } = decision
      const done = await writeClose(deps, target, { to, checkoutId, lost }, source, now)
      return done ? { outcome: 'closed', reason: to } : undefined
    }
    case 'flag': {
      const { reason, intentId, money } = decision
      const isNew =
        payment.flaggedReason !== reason && !(await wasAcknowledged(deps.db, payment.id, decision))
      const flag = { checkoutId, reason, intentId, failedRefunds: money?.failedRefunds ?? 0 }
      if (isNew && !(await writeFlag(deps, target, flag, source, now))) return undefined
      return { outcome: 'flagged', reason }
    }
    case 'ignore':
      return { outcome: 'ignored', reason: decision.why }
    default:
      return assertNever(decision)
  }
}

async function settle(
  deps: ShopDeps,
  target: PaymentWithProduct,
  paid: { checkoutId: string; observed: Paid },
  source: Source,
  now: number,
): Promise<Settled | undefined> {
  const { payment } = target
  const { checkoutId, observed } = paid
  if (await wasStopped(deps.db, payment)) return { outcome: 'ignored', reason: 'already-done' }
  const owner = payment.userId ?? (await findOwner(deps.db, payment.email ?? observed.email))
  const buyer = { ...target, payment: { ...payment, userId: owner } }
  const person = { ...buyer.payment, email: payment.email ?? observed.email }
  // Read after the provider was asked, at one moment: another handler may have settled meanwhile.
  const [[newestRow], products] = await deps.db.batch([
    selectNewestGrant(deps.db, person),
    selectOrdered(deps.db, payment, now),
  ])
  const newest = newestOf(person, newestRow)
  const reason = await detectSecondPayment(deps.db, person, observed, newest, now)
  const stop = await findStop(deps, buyer.payment, observed, reason)
  if (stop !== null) return stopTrial(deps, target, { checkoutId, observed, why: stop }, source, now)
  const why = reason === null ? await refuseReusedCoupon(deps, payment, observed) : null
  const refused = reason === null ? why && { reason: why, isCoupon: true } : { reason, isCoupon: false }
  if (refused) return settleSecond(deps, buyer, { checkoutId, observed, ...refused }, source, now)
  const twice = newest.hasAny ? await reportSettledTwice(deps, buyer, observed, source, now) : []
  const settlement = { checkoutId, observed, onlyIf: newest.isCurrent, products }
  const done = await writeSettlement(deps, buyer, settlement, source, now, twice)
  return done ? { outcome: 'settled' } : undefined
}

/**
 * Settles a payment that is refunded at once: for a product that its buyer has, or with a coupon that their card has
 * used. A subscription that the payment began is canceled first, so that the buyer is not charged twice a month. The
 * payment is written after the next observation.
 */
async function settleSecond(
  deps: ShopDeps,
  target: PaymentWithProduct,
  second: { checkoutId: string; observed: Paid; reason: string; isCoupon: boolean },
  source: Source,
  now: number,
): Promise<Settled | undefined> {
  const { subscription } = second.observed
  if (subscription !== null && !isOver(subscription.status)) {
    await deps.providers.stripe.cancelNow(subscription.subscriptionId)
    return undefined
  }
  const done = await writeSecondPayment(deps, target, second, source, now)
  return done ? { outcome: 'settled', reason: 'second-payment' } : undefined
}
