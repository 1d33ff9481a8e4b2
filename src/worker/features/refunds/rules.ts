import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import type { PAYMENT_PROVIDERS, PaymentStatus } from '#shared/payments/contract.ts'
import { REFUND_WINDOW_DAYS } from '#shared/referrals/rules.ts'
import type { RefundStatus } from '#shared/refunds/contract.ts'

/** The money-back guarantee: so long after a payment its buyer may ask for it. */
export const REFUND_WINDOW_MS = REFUND_WINDOW_DAYS * DAY

/** What decides about a payment's refund. Instants in epoch milliseconds. */
export type Paid = {
  status: PaymentStatus
  amountCents: number
  refundedCents: number
  paymentDate: number | null
  paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
}

export type History = {
  /** The latest refund that was asked for of this payment. */
  latest: RefundStatus | null
  /** Whether this person, by account or mailbox, had a refund of the same product before, or asked for one. */
  repeated: boolean
}

const REFUSALS = {
  'not-paid': 'This payment is not complete, so there is nothing to refund.',
  'nothing-paid': 'Nothing was paid for this, so there is nothing to refund.',
  disputed: 'This payment is disputed: your bank decides about it.',
  'given-back': 'This payment was refunded.',
  'under-way': 'A refund of this payment is under way.',
  declined: 'Support reviewed this and declined the refund. Write to support if something has changed.',
  'with-support': 'The refund did not go through. Our support team knows and will email you.',
  'too-late': `The ${REFUND_WINDOW_DAYS}-day money-back guarantee is over for this payment.`,
} as const
export type RefundRefusal = keyof typeof REFUSALS

export const refusalText = (why: RefundRefusal): string => REFUSALS[why]

/** Told to who asks a second time for the same product. */
export const REVIEW_TEXT = 'This product was refunded to you before, so we review this request first.'

export type Eligibility =
  | { verdict: 'at-once' | 'review'; cents: number; until: number }
  | { verdict: 'no'; why: RefundRefusal; until: number | null }

const OPEN: readonly RefundStatus[] = ['review', 'approved', 'pending']
export const isOpen = (status: RefundStatus): boolean => OPEN.includes(status)

/** Why nothing of this payment can be refunded, by anybody; null where something can. */
export function refuseAny(payment: Omit<Paid, 'paymentDate'>): RefundRefusal | null {
  if (payment.status === 'disputed') return 'disputed'
  if (payment.status === 'refunded') return 'given-back'
  if (payment.status !== 'completed' && payment.status !== 'partially_refunded') return 'not-paid'
  const collected = payment.paymentProvider !== 'free' && payment.paymentProvider !== 'admin'
  return collected && leftCents(payment) > 0 ? null : 'nothing-paid'
}

/**
 * The money-back guarantee: within 7 × 24 hours of a payment its buyer gets what is left of it, at once for the first
 * time, after a review when the same product was refunded to them before. A renewal counts from its own payment.
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

/** What hangs on a payment, for saying beforehand what a refund does. */
export type Attached = {
  /** It pays for the running period of a subscription, which renews automatically and has not ended. */
  renews: boolean
  /** Access hangs on this payment alone: not on a later period, nor on another month that was paid in advance. */
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

/** When a refund that its provider did not take is tried again: after a minute, doubling to 6 hours. It never stops. */
export const nextAttemptAt = (attempts: number, now: number): number =>
  now + Math.min(6 * HOUR, MINUTE * 2 ** Math.max(0, attempts - 1))

/** After this many failed attempts, some four hours, support is notified. */
export const ALERT_AFTER_ATTEMPTS = 9

/** When one that its provider works on is asked about again. */
export const nextCheckAtProvider = (now: number): number => now + DAY

/** A provider that works on a refund for so many days may have failed without saying so: support is notified. */
export const ALERT_AFTER_CHECKS = 5

/** The page where crypto is claimed is shown to its receiver for so long. */
export const CLAIM_SHOWN_MS = 30 * DAY
