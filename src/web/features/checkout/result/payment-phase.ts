import type { PaymentView } from '#shared/payments/contract.ts'

export type PaymentPhase =
  /** Asked for the first time; an answer is seconds away. */
  | 'verifying'
  | 'completed'
  /** Crypto: less arrived than the price; the buyer pays the balance or gets a refund. */
  | 'partial-payment'
  /** The partial payment is refunded, and the order has ended. */
  | 'partial-refund'
  /** Money came that does not fit the order: a person reviews it. */
  | 'review'
  | 'failed'
  | 'expired'
  | 'returned'
  /** Open for longer than a page should spin: a slow webhook, or a method that takes days. */
  | 'pending'
  /** Not a payment of this account. */
  | 'unknown'
  /** The shop cannot be asked. */
  | 'unreachable'

/** The state of the polling. */
export type Polling = {
  /** The status of the last answer where it was a failure; 0 where none came. */
  errorStatus: number | null
  /** Every answer of the last FAILING_MS was a failure. */
  failing: boolean
  /** SPIN_MS have passed since the page opened. */
  waited: boolean
}

/** Failures may last this long before the page says so. */
export const FAILING_MS = 5000
/** The longest time that a spinner is shown. */
export const SPIN_MS = 10_000

/** What the server calls an id that it cannot know. */
const NO_SUCH = new Set([400, 404, 422])

/** What the page says of a payment. Nothing spins for longer than SPIN_MS. */
export function phaseOf(
  payment: Pick<PaymentView, 'status' | 'needsAttention' | 'situation' | 'returnedAmount'> | undefined,
  { errorStatus, failing, waited }: Polling,
): PaymentPhase {
  if (!payment) {
    if (errorStatus !== null && NO_SUCH.has(errorStatus)) return 'unknown'
    return failing || waited ? 'unreachable' : 'verifying'
  }
  if (payment.situation === 'underpaid' && !payment.needsAttention) return 'partial-payment'
  switch (payment.status) {
    case 'completed':
      return 'completed'
    case 'refunded':
    case 'partially_refunded':
    case 'disputed':
      return 'returned'
    case 'failed':
    case 'expired':
      if (payment.needsAttention) return 'review'
      return payment.returnedAmount > 0 ? 'partial-refund' : payment.status
    case 'pending':
      if (payment.needsAttention) return 'review'
      if (failing) return 'unreachable'
      return waited ? 'pending' : 'verifying'
  }
}

/** Asking again may change the answer. */
export const isOpen = (phase: PaymentPhase): boolean =>
  phase === 'verifying' || phase === 'pending' || phase === 'unreachable' || phase === 'partial-payment'

const STEPS: readonly (readonly [until: number, every: number])[] = [
  [SPIN_MS, 1500],
  [120_000, 5000],
]
const SLOWEST_MS = 15_000

/** How long to wait before asking again, `elapsed` ms after the page opened. */
export const pollEvery = (elapsed: number): number =>
  STEPS.find(([until]) => elapsed < until)?.[1] ?? SLOWEST_MS
