import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import type { PAYMENT_PROVIDERS, PaymentStatus } from '#shared/payments/contract.ts'
import { REFUND_WINDOW_DAYS } from '#shared/referrals/rules.ts'
import type { RefundStatus } from '#shared/refunds/contract.ts'

/** The money-back guarantee: the time after a payment in which its buyer may request a refund. */
export const REFUND_WINDOW_MS = REFUND_WINDOW_DAYS * DAY

/** The fields of a payment that decide about its refund. Instants in epoch milliseconds. */
export type Paid = {
  status: PaymentStatus
  amountCents: number
  refundedCents: number
  paymentDate: number | null
  paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
}

export type History = {
  /** The status of the latest refund of this payment. */
  latest: RefundStatus | null
  /** Whether this person, by account or mailbox, had a refund of the same product before, or asked for one. */
  repeated: boolean
  /** Its unused time is credited to an upgrade that is open or was made. */
  credited?: boolean
}

const REFUSALS = {
  'not-paid': 'This payment is not complete, so there is nothing to refund.',
  'nothing-paid': 'Nothing was paid for this, so there is nothing to refund.',
  disputed: 'This payment is disputed. Your bank decides about the refund.',
  'given-back': 'This payment was refunded.',
  'under-way': 'A refund of this payment is under way.',
  credited:
    'Its unused time is credited to your Lifetime order. Refund that order first, or wait 35 minutes if it is not paid.',
  declined: 'Support reviewed this and declined the refund. Write to support if something has changed.',
  'with-support': 'The refund did not go through. Our support team knows and will email you.',
  'too-late': `The ${REFUND_WINDOW_DAYS}-day money-back guarantee is over for this payment.`,
} as const
export type RefundRefusal = keyof typeof REFUSALS

export const refusalText = (why: RefundRefusal): string => REFUSALS[why]

/** The same for an admin. */
export const refusalForAdmin = (why: RefundRefusal): string =>
  why === 'disputed'
    ? 'This payment is disputed. The buyer’s bank decides about the refund.'
    : why === 'under-way'
      ? 'A refund of this payment is under way or waits for your decision.'
      : refusalText(why)

/** Shown to a buyer whose refund request is the second one for the same product. */
export const REVIEW_TEXT =
  'You had a refund of this product before, or asked for one, so we review this request first.'

export type Eligibility =
  | { verdict: 'at-once' | 'review'; cents: number; until: number }
  | { verdict: 'no'; why: RefundRefusal; until: number | null }

const OPEN: readonly RefundStatus[] = ['review', 'approved', 'pending']
export const isOpen = (status: RefundStatus): boolean => OPEN.includes(status)

/** The reason why no refund of this payment is possible, not even by an admin; null where one is possible. */
export function refuseAny(payment: Omit<Paid, 'paymentDate'>): RefundRefusal | null {
  if (payment.status === 'disputed') return 'disputed'
  if (payment.status === 'refunded') return 'given-back'
  if (payment.status !== 'completed' && payment.status !== 'partially_refunded') return 'not-paid'
  const collected = payment.paymentProvider !== 'free' && payment.paymentProvider !== 'admin'
  return collected && leftCents(payment) > 0 ? null : 'nothing-paid'
}

/**
 * The money-back guarantee: within 7 × 24 hours of a payment its buyer gets the remaining amount. The first refund of a
 * product is granted at once, a later one for the same product after a review. The time of a renewal starts at its own
 * payment.
 */
export function refundEligibility(payment: Paid, history: History, now: number): Eligibility {
  const collected = payment.amountCents > 0 && payment.paymentDate !== null
  const until = collected ? (payment.paymentDate ?? 0) + REFUND_WINDOW_MS : null
  const no = (why: RefundRefusal): Eligibility => ({ verdict: 'no', why, until })
  const refused = refuseAny(payment)
  if (refused) return no(refused)
  if (until === null) return no('not-paid')
  if (history.latest !== null && isOpen(history.latest)) return no('under-way')
  if (history.latest === 'failed') return no('with-support')
  if (history.latest === 'declined') return no('declined')
  if (now > until) return no('too-late')
  if (history.credited) return no('credited')
  return { verdict: history.repeated ? 'review' : 'at-once', cents: leftCents(payment), until }
}

/** The most that can still be refunded. */
export const leftCents = ({
  amountCents,
  refundedCents,
}: {
  amountCents: number
  refundedCents: number
}): number => amountCents - refundedCents

/** Everything that depends on a payment, for the preview of a refund. */
export type Attached = {
  /** The payment is for the current period of a subscription that renews automatically and has not ended. */
  renews: boolean
  /** Access depends on this payment alone: not on a later period, nor on another prepaid month. */
  holdsAccess: boolean
  hasLicence: boolean
  hasCommission: boolean
  hasCoupon: boolean
}

/** A partial refund changes the commission; a full refund ends everything the payment paid for. */
export function effectsOf(
  payment: { amountCents: number; refundedCents: number },
  cents: number,
  to: Attached,
) {
  const full = cents >= leftCents(payment)
  return {
    full,
    endsAccess: full && to.holdsAccess,
    endsLicence: full && to.holdsAccess && to.hasLicence,
    endsSubscription: full && to.renews,
    commission: !to.hasCommission ? ('none' as const) : full ? ('cancelled' as const) : ('reduced' as const),
    returnsCouponUse: full && to.hasCoupon,
  }
}

/** The instant of the next attempt after a failure: after a minute, doubling up to 6 hours. Retries never stop. */
export const nextAttemptAt = (attempts: number, now: number): number =>
  now + Math.min(6 * HOUR, MINUTE * 2 ** Math.max(0, attempts - 1))

/** After this many failed attempts (about four hours) support is notified. */
export const ALERT_AFTER_ATTEMPTS = 9

/** The instant of the next check of a refund that its provider accepted but has not completed. */
export const nextCheckAtProvider = (now: number): number => now + DAY

/** After this many daily checks support is notified: the provider may have failed without a report. */
export const ALERT_AFTER_CHECKS = 5
