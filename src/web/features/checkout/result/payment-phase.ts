import type { PaymentView } from '#shared/payments/contract.ts'

export type PaymentPhase =
  /** The first seconds after the page opened: a result is expected soon. */
  | 'verifying'
  | 'completed'
  /** Crypto: less arrived than the price; the buyer pays the balance or gets a refund. */
  | 'partial-payment'
  /** The partial payment is refunded, and the order has ended. */
  | 'partial-refund'
  /** Money arrived that does not match the order: a person reviews it. */
  | 'review'
  | 'failed'
  | 'expired'
  | 'returned'
  /** Still open after SPIN_MS: a slow webhook, or a method that takes days. */
  | 'pending'
  /** Not a payment of this account. */
  | 'unknown'
  /** The shop cannot be reached. */
  | 'unreachable'

/** The state of the polling. */
export type Polling = {
  /** The status of the last response if it was a failure; 0 without a response; null after a success. */
  errorStatus: number | null
  /** Every response of the last FAILING_MS was a failure. */
  failing: boolean
  /** SPIN_MS have passed since the page opened. */
  waited: boolean
}

/** Failures may last this long, in milliseconds, before the page shows them. */
export const FAILING_MS = 5000
/** The longest time that a spinner is shown, in milliseconds. */
export const SPIN_MS = 10_000

/** The statuses with which the server refuses an unknown id. */
const NO_SUCH = new Set([400, 404, 422])

/** The phase that the page shows. No spinner lasts longer than SPIN_MS. */
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

/** Whether another request may change the phase. */
export const isOpen = (phase: PaymentPhase): boolean =>
  phase === 'verifying' || phase === 'pending' || phase === 'unreachable' || phase === 'partial-payment'

const STEPS: readonly (readonly [until: number, every: number])[] = [
  [SPIN_MS, 1500],
  [120_000, 5000],
]
const SLOWEST_MS = 15_000

/** The delay before the next request, `elapsed` ms after the page opened. */
export const pollEvery = (elapsed: number): number =>
  STEPS.find(([until]) => elapsed < until)?.[1] ?? SLOWEST_MS
