import { formatDay } from '../../core/format-day.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../core/time.ts'
import type { Access } from '../access/rules.ts'
import type { ProviderSubscription, StandingSubscription } from '../subscriptions/subscription-state.ts'
import {
  type CollectingProvider,
  CRYPTO_PROVIDERS,
  type PAYMENT_PROVIDERS,
  type PaymentStatus,
  type PurchaseType,
} from './contract.ts'

/** What the provider says, now, about a checkout. */
export type Observation =
  | {
      kind: 'paid'
      amountCents: number
      /** Lower-case ISO code. */
      currency: string
      transactionId: string | null
      /** What refunds and disputes will name; null where the provider has no such name. */
      intentId: string | null
      email: string | null
      subscription: ProviderSubscription | null
      /** What a payment of a subscription pays for, where the provider says so. */
      period: { start: number; end: number } | null
      /** What arrived, where that can differ from what was asked (crypto): more than `amountCents` then. */
      receivedCents: number
      /** What went back; null where the provider does not say (our own rows of refunds do). */
      refundedCents: number | null
      /** A lost dispute stays one. */
      disputed: 'no' | 'open' | 'lost'
    }
  /** Crypto: less arrived than was asked. `closed`: nothing more can arrive at this address in time. */
  | { kind: 'underpaid'; receivedCents: number; closed: boolean }
  /** Paid by a delayed method: the money is on its way. `isShort`: less than was asked, and its page is still open. */
  | { kind: 'processing'; isShort?: true }
  | { kind: 'open' }
  | { kind: 'failed' }
  | { kind: 'expired' }
  /** The provider has no such checkout. */
  | { kind: 'unknown' }

/** Where a payment may go from each status. `expired` and `failed` are not the end: money may still arrive late. */
export const moves = {
  pending: ['completed', 'failed', 'expired'],
  failed: ['completed'],
  expired: ['completed'],
  completed: ['refunded', 'partially_refunded', 'disputed'],
  partially_refunded: ['completed', 'refunded', 'disputed'],
  disputed: ['completed', 'partially_refunded', 'refunded'],
  // A refund can fail after all; then the money is here again.
  refunded: ['completed', 'partially_refunded', 'disputed'],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>

export const mayMove = (from: PaymentStatus, to: PaymentStatus): boolean =>
  (moves[from] as readonly PaymentStatus[]).includes(to)

/** The statuses from which `to` can be reached: what a guarded UPDATE compares with. */
export const sourcesOf = (to: PaymentStatus): PaymentStatus[] =>
  (Object.keys(moves) as PaymentStatus[]).filter((from) => mayMove(from, to))

/** Why a payment that was made is flagged: its buyer has nothing to download. Cleared when a file is published. */
export const NO_FILE = 'Paid for a product that has no file to download'
/** … or the shop does not offer it any more, and a page outside the shop still does. Its file is delivered. */
export const REMOVED = 'Paid for a product that was removed from the shop'

type Paid = Extract<Observation, { kind: 'paid' }>

/** The statuses of a payment that was made, whatever became of its money after. */
const MADE = ['completed', 'partially_refunded', 'refunded', 'disputed'] as const satisfies PaymentStatus[]
type MadeStatus = (typeof MADE)[number]

/** How a payment that was made stands now. */
export type Standing = { status: MadeStatus; refundedCents: number }

export type Decision =
  /** `changed`: some of the money has gone back already, which is the next thing to decide about. */
  | { do: 'settle'; observed: Paid; changed: boolean }
  | { do: 'change'; to: Standing }
  /** What lies here of a crypto payment changed; `closed`: its page has just ended with too little paid. */
  | { do: 'hold'; receivedCents: number; closed: boolean }
  | { do: 'close'; to: 'failed' | 'expired' }
  /** Money that does not fit the order: nothing is given, an operator is told. */
  | { do: 'flag'; reason: string; intentId: string | null }
  | { do: 'ignore'; why: 'already-done' | 'still-open' }

export const wasMade = (status: PaymentStatus): status is MadeStatus =>
  (MADE as readonly PaymentStatus[]).includes(status)

export const isCrypto = ({ paymentProvider }: Pick<Asked, 'paymentProvider'>): boolean =>
  (CRYPTO_PROVIDERS as readonly string[]).includes(paymentProvider)

/** The statuses under which a payment gives nothing any more. */
export const isReversed = (status: PaymentStatus): boolean => status === 'refunded' || status === 'disputed'

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
}

/**
 * What an observation of the provider means for this payment. `givenBack`: what our own refunds gave back, for providers
 * that do not say.
 */
export function decide(payment: Asked, observed: Observation, givenBack = 0): Decision {
  switch (observed.kind) {
    case 'paid': {
      const standing = standingOf(payment, observed, givenBack)
      if (wasMade(payment.status)) {
        const same = standing.status === payment.status && standing.refundedCents === payment.refundedCents
        if (!same) return { do: 'change', to: standing }
        const counts = isCrypto(payment) && observed.currency === payment.currency
        return counts && observed.receivedCents !== payment.receivedCents
          ? { do: 'hold', receivedCents: observed.receivedCents, closed: false }
          : { do: 'ignore', why: 'already-done' }
      }
      const reason = refuseMoney(payment, observed)
      if (reason === null) return { do: 'settle', observed, changed: standing.status !== 'completed' }
      if (!isGone(payment, observed)) return { do: 'flag', reason, intentId: observed.intentId }
      // A person gave it back: nothing is left to decide about.
      if (payment.status !== 'pending' && payment.flaggedReason === null)
        return { do: 'ignore', why: 'already-done' }
      return { do: 'close', to: payment.status === 'expired' ? 'expired' : 'failed' }
    }
    case 'underpaid':
      return holdOrIgnore(payment, observed.receivedCents, observed.closed)
    case 'failed':
    case 'expired':
      // What had arrived was never confirmed.
      if (payment.receivedCents > 0) return holdOrIgnore(payment, 0, true)
      return mayMove(payment.status, observed.kind)
        ? { do: 'close', to: observed.kind }
        : { do: 'ignore', why: 'already-done' }
    case 'unknown':
      return payment.status === 'pending'
        ? { do: 'flag', reason: 'The provider does not know this checkout', intentId: null }
        : { do: 'ignore', why: 'already-done' }
    case 'open':
      if (payment.receivedCents > 0) return holdOrIgnore(payment, 0, false)
      return { do: 'ignore', why: 'still-open' }
    case 'processing':
      return { do: 'ignore', why: 'still-open' }
  }
}

/**
 * Whether money came for a crypto order that was closed, or lies here again because its provider would not give it back: its
 * coupon's use may be somebody else's by then. A page of Stripe's that was closed takes no money.
 */
export const mayHaveLostUse = (
  payment: Pick<Asked, 'status' | 'paymentProvider' | 'receivedCents'> & {
    couponId: number | null
    discountCents: number
  },
  decision: Decision,
): boolean =>
  isCrypto(payment) &&
  (payment.status === 'expired' || payment.status === 'failed') &&
  payment.couponId !== null &&
  payment.discountCents > 0 &&
  (decision.do === 'settle' ||
    (decision.do === 'hold' && decision.receivedCents > 0) ||
    (decision.do === 'ignore' && payment.receivedCents > 0))

/** Whether all of this money went back, or was lost to a dispute. */
export function isGone(
  { status, amountCents }: Pick<Asked, 'status' | 'amountCents'>,
  observed: Paid,
): boolean {
  const whole = wasMade(status) ? amountCents : observed.amountCents
  return observed.disputed === 'lost' || (whole > 0 && (observed.refundedCents ?? 0) >= whole)
}

function holdOrIgnore(payment: Asked, receivedCents: number, over: boolean): Decision {
  if (wasMade(payment.status)) return { do: 'ignore', why: 'already-done' }
  const closed = over && payment.status === 'pending'
  if (receivedCents !== payment.receivedCents || closed) return { do: 'hold', receivedCents, closed }
  const waits = payment.status === 'pending' || receivedCents > 0
  return { do: 'ignore', why: waits ? 'still-open' : 'already-done' }
}

function standingOf(payment: Asked, observed: Paid, givenBack: number): Standing {
  const refundedCents = Math.min(payment.amountCents, observed.refundedCents ?? givenBack)
  if (observed.disputed !== 'no') return { status: 'disputed', refundedCents }
  if (refundedCents === 0) return { status: 'completed', refundedCents }
  return { status: refundedCents === payment.amountCents ? 'refunded' : 'partially_refunded', refundedCents }
}

/** Why this money is not the one that was asked for, or nobody's; null where it is right. */
function refuseMoney(payment: Asked, observed: Paid): string | null {
  if (observed.currency !== payment.currency) {
    return `Paid in ${observed.currency || 'no currency'}, asked in ${payment.currency}`
  }
  if (observed.amountCents !== payment.amountCents) {
    return `Paid ${observed.amountCents} cents, asked ${payment.amountCents}`
  }
  const renewing = payment.purchaseType === 'subscription' && payment.paymentProvider === 'stripe'
  if (renewing && observed.subscription === null) return 'Paid, but the provider shows no subscription'
  if (payment.purchaseType === 'one-time' && observed.subscription !== null) {
    return 'Paid as a subscription, sold as a one-time purchase'
  }
  if (payment.userId === null && payment.email === null && observed.email === null) {
    return 'Paid by somebody who left no address to send it to'
  }
  return null
}

/** What is in the shop's hands of a payment, in cents. */
export const netCents = (
  amountCents: number,
  { status, refundedCents }: { status: PaymentStatus; refundedCents: number },
): number => (status === 'disputed' ? 0 : amountCents - refundedCents)

/** How long the provider keeps a checkout open (Stripe allows 24 hours at most). */
export const CHECKOUT_LIFETIME_MS = 23 * HOUR

const EARLY_CHECKS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE]
/** About nine days of hourly looks. */
const HOURLY_CHECKS = 220

/**
 * When the sweep looks at an open payment again: three times soon, then right after its checkout has closed, then hourly
 * (a delayed method may take days), at last daily. It never stops looking.
 */
export function nextCheckAt(checks: number, expiresAt: number | null, now: number): number {
  const early = EARLY_CHECKS[checks]
  if (early !== undefined) return now + early
  if (checks > HOURLY_CHECKS) return now + DAY
  return expiresAt !== null && expiresAt > now ? expiresAt + MINUTE : now + HOUR
}

/**
 * Whether the buyer can still be sent to this payment's page. Without a page one can be opened, as long as the provider
 * takes the end that the page would have: it wants at least 30 minutes.
 */
export function isPayable(
  payment: {
    createdAt: number
    hostedUrl: string | null
    expiresAt: number | null
    flaggedReason: string | null
  },
  now: number,
): boolean {
  if (payment.flaggedReason !== null) return false
  if (payment.hostedUrl === null) return now < payment.createdAt + CHECKOUT_LIFETIME_MS - 35 * MINUTE
  return payment.expiresAt === null || payment.expiresAt > now
}

const EVENT_ATTEMPTS = 20

/** A stored event whose message was lost is due after so long. The queue handles most events within a few seconds. */
const MESSAGE_LOST_AFTER_MS = 30 * SECOND

/**
 * When the sweep takes up a stored event: after 30 seconds where nothing was attempted; after 2 minutes, doubling to 6 hours,
 * where handling it failed; null: never.
 */
export function nextAttemptAt(attempts: number, now: number): number | null {
  if (attempts === 0) return now + MESSAGE_LOST_AFTER_MS
  return attempts >= EVENT_ATTEMPTS ? null : now + Math.min(6 * HOUR, MINUTE * 2 ** attempts)
}

/** Without a provider's checkout nothing can have been paid; after this long nobody will open one any more. */
export const ORPHAN_AFTER_MS = DAY

const GUEST_SLICE = 1000

/**
 * Which payments without an account a sweep looks at, so that each look stays small: slice after slice, one a minute,
 * round and round. `newest` is the highest id there is.
 */
export function guestSlice(newest: number, now: number): { from: number; to: number } {
  const slices = Math.floor(newest / GUEST_SLICE) + 1
  const from = (Math.floor(now / MINUTE) % slices) * GUEST_SLICE
  return { from, to: from + GUEST_SLICE - 1 }
}

/**
 * Why a buyer should not pay again for what they have. `standing`: their subscription to this product that has not ended,
 * though it may open nothing at the moment: one that waits for its payment is not to be paid beside another.
 */
export function refuseRepeat(
  access: Access | null,
  now: number,
  standing: StandingSubscription | null = null,
  provider: CollectingProvider = 'stripe',
): string | null {
  if (access?.source === 'lifetime') return 'Your Lifetime plan already includes this product.'
  if (standing?.prepaid) {
    // Months paid in advance are added to one another; a card would be charged while they run.
    if (provider !== 'stripe') return null
    return `Your prepaid month runs until ${formatDay(standing.currentPeriodEnd)}. Renew it with crypto, or subscribe by card after that day.`
  }
  if (standing && access === null) {
    return 'Your subscription to this product is waiting for its payment. Update your card in your dashboard, or cancel it there first.'
  }
  if (access?.source === 'subscription' || standing) {
    return 'You already have an active subscription to this product.'
  }
  if (access?.source === 'purchase' && (access.updatesUntil === null || access.updatesUntil > now)) {
    return 'You already own this product. It is in your dashboard.'
  }
  // Premium opens a script only while it runs; buying the script keeps it after.
  return null
}

export const purchaseTypeOf = (product: { isSubscription: boolean }): PurchaseType =>
  product.isSubscription ? 'subscription' : 'one-time'

export type Quote = { originalCents: number; discountCents: number; amountCents: number }

/** What a product costs as this kind of purchase, or why it is not sold that way. */
export function quote(
  product: { priceCents: number; isSubscription: boolean },
  purchaseType: PurchaseType,
): { ok: true; value: Quote } | { ok: false; reason: 'one-time-only' | 'subscription-only' } {
  if (product.isSubscription !== (purchaseType === 'subscription')) {
    return { ok: false, reason: product.isSubscription ? 'subscription-only' : 'one-time-only' }
  }
  return {
    ok: true,
    value: { originalCents: product.priceCents, discountCents: 0, amountCents: product.priceCents },
  }
}
