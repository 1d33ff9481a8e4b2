import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { CRYPTO_PROVIDERS, type PAYMENT_PROVIDERS, type PaymentStatus } from '#shared/payments/contract.ts'
import type { ProviderSubscription } from '../subscriptions/subscription-state.ts'

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
      /** What was refunded; null where the provider does not say (our own rows of refunds do). */
      refundedCents: number | null
      /** Of what was refunded, the cents of each refund that carries a reference of ours; the rest was made at the provider itself. */
      refundsByReference?: Readonly<Record<string, number>>
      /** Cents of refunds that were made at the provider itself and have not arrived: they may still fail. */
      pendingOutsideCents?: number
      /** The provider's ids of refunds that failed: their money is in the shop's hands again. */
      failedRefundIds?: readonly string[]
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

export type Paid = Extract<Observation, { kind: 'paid' }>

/** The statuses of a payment that was made, whatever became of its money after. */
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

/** The statuses under which a payment gives nothing any more. */
export const isReversed = (status: PaymentStatus): boolean => status === 'refunded' || status === 'disputed'

/** What is in the shop's hands of a payment, in cents. */
export const netCents = (
  amountCents: number,
  { status, refundedCents }: { status: PaymentStatus; refundedCents: number },
): number => (status === 'disputed' ? 0 : amountCents - refundedCents)

/** How long the provider keeps a checkout open (Stripe allows 24 hours at most). */
export const CHECKOUT_LIFETIME_MS = 23 * HOUR

const EARLY_CHECKS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE]

/** About nine days of hourly checks. */
const HOURLY_CHECKS = 220

/**
 * When the sweep checks an open payment again: three times soon, then right after its checkout has closed, then hourly
 * (a delayed method may take days), at last daily. It never stops.
 */
export function nextCheckAt(checks: number, expiresAt: number | null, now: number): number {
  const early = EARLY_CHECKS[checks]
  if (early !== undefined) return now + early
  if (checks > HOURLY_CHECKS) return now + DAY
  return expiresAt !== null && expiresAt > now ? expiresAt + MINUTE : now + HOUR
}

/** Without a provider's checkout nothing can have been paid; after this long nobody will open one any more. */
export const ORPHAN_AFTER_MS = DAY

/** Who noticed: kept in the payment's history. */
export type Source = 'webhook' | 'return' | 'sweep' | 'admin' | 'reconciliation' | 'free' | 'refund'
