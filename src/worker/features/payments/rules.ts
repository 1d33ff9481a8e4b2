import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { COUPON_CHECKOUT_MINUTES } from '#shared/coupons/lifetime-rules.ts'
import {
  CRYPTO_PROVIDERS,
  type PAYMENT_PROVIDERS,
  type PaymentStatus,
  type PurchaseType,
} from '#shared/payments/contract.ts'
import type { OrderTax } from '#shared/seller/contract.ts'
import type { ProviderSubscription } from '../subscriptions/subscription-state.ts'

/** The provider's current state of a checkout. */
export type Observation =
  | {
      kind: 'paid'
      amountCents: number
      /** Lower-case ISO code. */
      currency: string
      transactionId: string | null
      /** The id by which refunds and disputes refer to the payment; null where the provider has none. */
      intentId: string | null
      email: string | null
      subscription: ProviderSubscription | null
      /** The period that a payment of a subscription pays for, where the provider reports it. */
      period: { start: number; end: number } | null
      /** The amount that arrived. In crypto it may be more than `amountCents`. */
      receivedCents: number
      /** The refunded amount; null where the provider does not report it (our own rows of refunds do). */
      refundedCents: number | null
      /** Cents of each refund that has a reference of ours; other refunds were made at the provider directly. */
      refundsByReference?: Readonly<Record<string, number>>
      /** Cents of refunds that were made at the provider directly and are pending: they may still fail. */
      pendingOutsideCents?: number
      /** The provider's ids of refunds that failed: their money is with the shop again. */
      failedRefundIds?: readonly string[]
      /** The provider's fingerprint of the card that paid; null or absent: not known. */
      card?: string | null
      /** The tax that the provider computed; absent: it was not asked to. */
      tax?: OrderTax | null
      /** `lost` is final. */
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

/** The statuses that may follow each status. `expired` and `failed` are not final: money may still arrive late. */
export const moves = {
  pending: ['completed', 'failed', 'expired'],
  failed: ['completed'],
  expired: ['completed'],
  completed: ['refunded', 'partially_refunded', 'disputed'],
  partially_refunded: ['completed', 'refunded', 'disputed'],
  disputed: ['completed', 'partially_refunded', 'refunded'],
  // A refund can fail later; then its money is with the shop again.
  refunded: ['completed', 'partially_refunded', 'disputed'],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>

export const mayMove = (from: PaymentStatus, to: PaymentStatus): boolean =>
  (moves[from] as readonly PaymentStatus[]).includes(to)

/** The statuses from which `to` can be reached. A guarded UPDATE compares with them. */
export const sourcesOf = (to: PaymentStatus): PaymentStatus[] =>
  (Object.keys(moves) as PaymentStatus[]).filter((from) => mayMove(from, to))

/** The flag of a payment that was made, and whose buyer has nothing to download. Cleared when a file is published. */
export const NO_FILE = 'Paid for a product that has no file to download'

/** Whether the buyer waits for a file that was missing at the payment. A refunded order delivers none, unless its refund fails. */
export const awaitsFile = ({
  status,
  nextDeliveryAt,
}: {
  status: PaymentStatus
  nextDeliveryAt: number | null
}) => wasMade(status) && status !== 'refunded' && nextDeliveryAt !== null

/** The flag of a payment for a product that the shop removed and a pay page still sells. Its file is delivered. */
export const REMOVED = 'Paid for a product that was removed from the shop'

/** The flag of an upgrade whose credited month was refunded or disputed before it was paid. It is delivered. */
export const CREDIT_LOST = 'The credited month of Premium was refunded or disputed before this was paid'
export const CREDIT_LOST_LATER = 'The credited month of Premium was refunded or disputed after this was paid'

/** How long a late upgrade keeps the credit that its price was computed with. Crypto may need hours to arrive. */
export const LATE_CREDIT_MS = 3 * DAY

export type Paid = Extract<Observation, { kind: 'paid' }>

/** The statuses of a payment that was made: completed once, and perhaps refunded or disputed after that. */
const MADE = ['completed', 'partially_refunded', 'refunded', 'disputed'] as const satisfies PaymentStatus[]

type MadeStatus = (typeof MADE)[number]

/** The state of a payment that was made. */
export type PaymentState = { status: MadeStatus; refundedCents: number }

export const wasMade = (status: PaymentStatus): status is MadeStatus =>
  (MADE as readonly PaymentStatus[]).includes(status)

export const isCrypto = ({
  paymentProvider,
}: {
  paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
}): boolean => (CRYPTO_PROVIDERS as readonly string[]).includes(paymentProvider)

/** An account's payment without an address: the account was deleted. */
export const isOfDeletedAccount = ({
  userId,
  email,
}: {
  userId: number | null
  email: string | null
}): boolean => userId !== null && email === null

/**
 * Whether Complete can end a payment: not after its account was deleted, nor after an admin closed it because its money
 * was refunded. Of a payment that was made it clears the flag.
 */
export const canComplete = (
  payment: { status: PaymentStatus; userId: number | null; email: string | null },
  wasClosedAsRefunded: boolean,
): boolean => wasMade(payment.status) || (!isOfDeletedAccount(payment) && !wasClosedAsRefunded)

/** Whether a payment with this status gives no access any more. */
export const isReversed = (status: PaymentStatus): boolean => status === 'refunded' || status === 'disputed'

/**
 * Whether a refund that failed (`to` is the state after it) had ended the subscription of this payment: a full refund
 * does. Prepaid months are restored with their payment.
 */
export const endedSubscription = (
  before: {
    status: PaymentStatus
    purchaseType: PurchaseType
    paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
  },
  to: { status: PaymentStatus },
): boolean =>
  before.purchaseType === 'subscription' &&
  before.paymentProvider === 'stripe' &&
  before.status === 'refunded' &&
  !isReversed(to.status)

/** The money of a payment that is with the shop, in cents. */
export const netCents = (
  amountCents: number,
  { status, refundedCents }: { status: PaymentStatus; refundedCents: number },
): number => (status === 'disputed' ? 0 : amountCents - refundedCents)

/** The time for which the buyer is shown the page where a crypto refund is claimed. */
export const CLAIM_SHOWN_MS = 30 * DAY

/** How long the provider keeps a checkout open (Stripe allows 24 hours at most). */
export const CHECKOUT_LIFETIME_MS = 23 * HOUR

/** The same for a checkout with a coupon, whose use it keeps from other buyers until it is paid or has expired. */
const COUPON_CHECKOUT_LIFETIME_MS = COUPON_CHECKOUT_MINUTES * MINUTE

/** A checkout at a lower price, by a coupon or by the credit for unused time, which shrinks every day. */
type Reduced = { couponId: number | null; creditCents?: number }

export const lifetimeOf = ({ couponId, creditCents = 0 }: Reduced): number =>
  couponId === null && creditCents === 0 ? CHECKOUT_LIFETIME_MS : COUPON_CHECKOUT_LIFETIME_MS

const EARLY_CHECKS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE]

/** About nine days of hourly checks. */
const HOURLY_CHECKS = 220

/**
 * The time of the sweep's next check of an open payment: three checks early, one right after its checkout has expired,
 * then hourly (a delayed method may take days), at last daily. The checks never stop.
 */
export function nextCheckAt(checks: number, expiresAt: number | null, now: number): number {
  const early = EARLY_CHECKS[checks]
  if (early !== undefined) return now + early
  if (checks > HOURLY_CHECKS) return now + DAY
  return expiresAt !== null && expiresAt > now ? expiresAt + MINUTE : now + HOUR
}

/**
 * A payment without a provider's checkout cannot have been paid; after this time it is closed, and gets none any more.
 */
export const orphanAfterMs = (payment: Reduced): number =>
  payment.couponId === null && !payment.creditCents ? DAY : lifetimeOf(payment)

/** The origin of a change, as stored in the payment's history. */
export type Source = 'webhook' | 'return' | 'sweep' | 'admin' | 'reconciliation' | 'free' | 'refund'
