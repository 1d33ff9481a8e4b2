import { formatCents, toDecimal } from '#shared/core/money.ts'
import type { PAYMENT_PROVIDERS, PaymentStatus, PurchaseType } from '#shared/payments/contract.ts'
import type { RefundStatus } from '#shared/refunds/contract.ts'
import {
  isCrypto,
  isOfDeletedAccount,
  mayMove,
  type Observation,
  type Paid,
  type PaymentState,
  wasMade,
} from '../rules.ts'

export type Decision =
  /** `changed`: some of the money was refunded already, which needs another decision. */
  | { do: 'settle'; observed: Paid; changed: boolean }
  /** `failed`: our refunds that failed at the provider, and are not recorded as failed yet. */
  | { do: 'change'; to: PaymentState; failed: readonly OwnRefund[] }
  /** The received amount of a crypto payment changed; `closed`: its page has just closed with too little paid. */
  | { do: 'record-received'; receivedCents: number; closed: boolean }
  /** `lost`: the order had received money that did not fit it, and that money is gone. */
  | { do: 'close'; to: 'failed' | 'expired'; lost?: LostMoney }
  /**
   * Money that does not fit the order: nothing is granted, and support is notified. `money`: null
   * where none is known.
   */
  | { do: 'flag'; reason: string; intentId: string | null; money: FlaggedMoney | null }
  | { do: 'ignore'; why: 'already-done' | 'still-open' }

/**
 * Money that was refunded in full at the provider, or lost in a dispute. `refundedCents`: null where it was paid in
 * another currency. `email`: the order's address, else the provider's; null for a deleted account.
 */
export type LostMoney =
  | {
      by: 'refund'
      refundedCents: number | null
      email: string | null
      intentId: string | null
      /** An admin said so. */
      confirmed?: true
    }
  | { by: 'dispute'; intentId: string | null }

/** The outcome of settling a payment. The webhook's row stores it: 'held' means that a received amount was recorded. */
export type Settled = {
  outcome: 'settled' | 'changed' | 'held' | 'closed' | 'flagged' | 'ignored'
  reason?: string
}

/** One of our own refunds that the provider accepted. A pending one is not counted in the payment yet. */
export type OwnRefund = { id: number; amountCents: number; status: RefundStatus }

const sumOf = (refunds: readonly OwnRefund[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

type Asked = {
  status: PaymentStatus
  amountCents: number
  refundedCents: number
  receivedCents: number
  currency: string
  purchaseType: PurchaseType
  paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
  flaggedReason: string | null
  userId: number | null
  email: string | null
  /** Known before it is paid for a renewal only. */
  subscriptionId: number | null
  trialDays?: number
}

type Priced = Pick<Asked, 'status' | 'amountCents' | 'currency'>

/**
 * Decides about this payment from the provider's observation. `ownRefundedCents`: the sum of our own refunds, for
 * providers that do not report refunds. `failed`: our refunds that failed; they are written first, and other new
 * refunds after them.
 */
export function decide(
  payment: Asked,
  page: Observation,
  ownRefundedCents = 0,
  failed: readonly OwnRefund[] = [],
): Decision {
  switch (page.kind) {
    case 'paid': {
      const observed = withoutExcess(payment, page)
      const state = stateOf(payment, observed, ownRefundedCents)
      if (wasMade(payment.status)) {
        if (failed.length > 0)
          return { do: 'change', to: stateAfterFailed(payment, observed, state, failed), failed }
        const same = state.status === payment.status && state.refundedCents === payment.refundedCents
        if (!same) return { do: 'change', to: state, failed }
        const counts = isCrypto(payment) && observed.currency === payment.currency
        return counts && observed.receivedCents !== payment.receivedCents
          ? { do: 'record-received', receivedCents: observed.receivedCents, closed: false }
          : { do: 'ignore', why: 'already-done' }
      }
      const reason = refuseMoney(payment, observed)
      if (reason === null) return { do: 'settle', observed, changed: state.status !== 'completed' }
      if (!isGone(payment, observed))
        return { do: 'flag', reason, intentId: observed.intentId, money: moneyOf(observed) }
      // The money was refunded by a person, or lost in a dispute: nothing is left to decide.
      if (payment.status !== 'pending' && payment.flaggedReason === null)
        return { do: 'ignore', why: 'already-done' }
      return {
        do: 'close',
        to: payment.status === 'expired' ? 'expired' : 'failed',
        lost:
          observed.disputed === 'lost'
            ? { by: 'dispute', intentId: observed.intentId }
            : refundOf(payment, observed),
      }
    }
    case 'underpaid':
      // Completed by hand: our refunds of what arrived count.
      if (wasMade(payment.status)) return changeByOwnRefunds(payment, ownRefundedCents)
      return recordOrIgnore(payment, page.receivedCents, page.closed)
    case 'failed':
    case 'expired':
      // The money that had arrived was never confirmed.
      if (payment.receivedCents > 0) return recordOrIgnore(payment, 0, true)
      return mayMove(payment.status, page.kind)
        ? { do: 'close', to: page.kind }
        : { do: 'ignore', why: 'already-done' }
    case 'unknown':
      return payment.status === 'pending'
        ? {
            do: 'flag',
            reason: 'The provider does not know this checkout',
            intentId: null,
            money: null,
          }
        : { do: 'ignore', why: 'already-done' }
    case 'open':
      if (payment.receivedCents > 0) return recordOrIgnore(payment, 0, false)
      return { do: 'ignore', why: 'still-open' }
    case 'processing':
      return { do: 'ignore', why: 'still-open' }
  }
}

/**
 * Whether a closed crypto order has money: it arrived late, or is unapplied again because its provider refused the
 * refund. By then another order may have the use of its coupon. A closed page of Stripe takes no money.
 */
export const mayHaveLostUse = (
  payment: Pick<Asked, 'status' | 'paymentProvider' | 'receivedCents'> & {
    couponId: number | null
    creditCents?: number
    discountCents: number
  },
  decision: Decision,
): boolean =>
  isCrypto(payment) &&
  (payment.status === 'expired' || payment.status === 'failed') &&
  (payment.couponId !== null || (payment.creditCents ?? 0) > 0) &&
  payment.discountCents > 0 &&
  (decision.do === 'settle' ||
    (decision.do === 'record-received' && decision.receivedCents > 0) ||
    (decision.do === 'ignore' && payment.receivedCents > 0))

/**
 * A sale may have received more than its price: in crypto, or completed by hand. A refund that is made at the provider
 * directly is one of the excess first: that part neither ends the sale nor can be refunded a second time.
 */
function withoutExcess(payment: Priced, page: Paid): Paid {
  const { refundedCents, refundsByReference } = page
  if (!wasMade(payment.status) || page.currency !== payment.currency) return page
  if (refundedCents === null || !refundsByReference) return page
  const ours = Object.values(refundsByReference).reduce((sum, cents) => sum + cents, 0)
  const excess = Math.max(page.amountCents, page.receivedCents) - payment.amountCents
  const ofExcess = Math.max(0, Math.min(refundedCents - ours, excess))
  const onTheWay = Math.max(0, Math.min(page.pendingOutsideCents ?? 0, excess - ofExcess))
  return {
    ...page,
    refundedCents: refundedCents - ofExcess,
    receivedCents: page.receivedCents - ofExcess - onTheWay,
  }
}

/** Whether this money can never settle the payment: a wrong amount or currency, or of a deleted account. */
export const fitsNoOrder = (payment: Asked, page: Paid): boolean =>
  !wasMade(payment.status) && refuseMoney(payment, page) !== null

/** Whether all of this money was refunded, or lost in a dispute. */
export function isGone(payment: Priced, page: Paid): boolean {
  const observed = withoutExcess(payment, page)
  const whole = wasMade(payment.status) ? payment.amountCents : observed.amountCents
  return observed.disputed === 'lost' || (whole > 0 && (observed.refundedCents ?? 0) >= whole)
}

/** What arrived, and how many of its refunds failed at the provider. The same money is the same, whatever the reason. */
export type FlaggedMoney = { receivedCents: number; failedRefunds: number }

export const moneyOf = ({ receivedCents, failedRefundIds }: Paid): FlaggedMoney => ({
  receivedCents,
  failedRefunds: failedRefundIds?.length ?? 0,
})

/** The loss of money that was refunded in full, as the provider reports it. */
export const refundOf = (
  payment: Asked,
  { currency, refundedCents, email, intentId }: Paid,
): Extract<LostMoney, { by: 'refund' }> => ({
  by: 'refund',
  refundedCents: currency === payment.currency ? refundedCents : null,
  email: isOfDeletedAccount(payment) ? null : (payment.email ?? email),
  intentId,
})

function recordOrIgnore(payment: Asked, receivedCents: number, over: boolean): Decision {
  if (wasMade(payment.status)) return { do: 'ignore', why: 'already-done' }
  const reason = receivedCents > 0 ? refuseDeleted(payment, receivedCents) : null
  if (reason !== null)
    return { do: 'flag', reason, intentId: null, money: { receivedCents, failedRefunds: 0 } }
  const closed = over && payment.status === 'pending'
  if (receivedCents !== payment.receivedCents || closed)
    return { do: 'record-received', receivedCents, closed }
  const waits = payment.status === 'pending' || receivedCents > 0
  return { do: 'ignore', why: waits ? 'still-open' : 'already-done' }
}

function changeByOwnRefunds(payment: Asked, ownRefundedCents: number): Decision {
  const to = stateOf(payment, { refundedCents: null, disputed: 'no' }, ownRefundedCents)
  const isSame = to.status === payment.status && to.refundedCents === payment.refundedCents
  return isSame ? { do: 'ignore', why: 'already-done' } : { do: 'change', to, failed: [] }
}

function stateOf(
  payment: Asked,
  observed: Pick<Paid, 'refundedCents' | 'disputed'>,
  ownRefundedCents: number,
): PaymentState {
  const refundedCents = Math.min(payment.amountCents, observed.refundedCents ?? ownRefundedCents)
  if (observed.disputed !== 'no') return { status: 'disputed', refundedCents }
  if (refundedCents === 0) return { status: 'completed', refundedCents }
  return { status: refundedCents === payment.amountCents ? 'refunded' : 'partially_refunded', refundedCents }
}

/** The state after subtracting only the failed refunds: a new refund since then is a change of its own. */
function stateAfterFailed(
  payment: Asked,
  observed: Paid,
  now: PaymentState,
  failed: readonly OwnRefund[],
): PaymentState {
  const counted = sumOf(failed.filter(({ status }) => status === 'succeeded'))
  const refundedCents = Math.min(now.refundedCents, Math.max(0, payment.refundedCents - counted))
  return stateOf(payment, { ...observed, refundedCents }, 0)
}

/** The cents of refunds that failed, and whose money is with the shop again. */
export const failedCents = (
  before: Pick<Asked, 'refundedCents'>,
  { to, failed }: { to: PaymentState; failed: readonly OwnRefund[] },
): number => Math.max(0, before.refundedCents - to.refundedCents, sumOf(failed))

/**
 * The reason to flag this money: it does not match the order, or has no buyer to deliver to; null where it is right. In
 * crypto it contains the amount that arrived, so that money that arrives later is a new reason.
 */
function refuseMoney(payment: Asked, observed: Paid): string | null {
  // No money arrived for a trial: the settlement ends it, also for a deleted account.
  const deleted = payment.trialDays ? null : refuseDeleted(payment, observed.receivedCents)
  if (deleted !== null) return deleted
  if (observed.currency !== payment.currency) {
    const currency = observed.currency ? observed.currency.toUpperCase() : 'no currency'
    const sum = isCrypto(payment) ? `${toDecimal(observed.receivedCents)} ${currency}` : `in ${currency}`
    return `Paid ${sum}, but the price is in ${payment.currency.toUpperCase()}`
  }
  if (observed.amountCents !== payment.amountCents) {
    const { amountCents, receivedCents } = observed
    const page = receivedCents > amountCents ? ` at a page for ${formatCents(amountCents)}` : ''
    return `${formatCents(Math.max(amountCents, receivedCents))} was paid${page}, but the price is ${formatCents(payment.amountCents)}`
  }
  const renewing = payment.purchaseType === 'subscription' && payment.paymentProvider === 'stripe'
  if (renewing && observed.subscription === null) return 'Paid, but the provider shows no subscription'
  if (payment.purchaseType === 'one-time' && observed.subscription !== null) {
    return 'Paid as a subscription, sold as a one-time purchase'
  }
  if (payment.userId === null && payment.email === null && observed.email === null) {
    return 'Paid, but the buyer left no email address'
  }
  return null
}

/**
 * A deleted account has access to nothing: its money is left to a person. A renewal that was paid while the deletion
 * ended its subscription is settled, and refunded after that.
 */
const refuseDeleted = (payment: Asked, receivedCents: number): string | null =>
  isOfDeletedAccount(payment) && payment.subscriptionId === null
    ? `${formatCents(receivedCents)} arrived for an account that was deleted`
    : null
