import type { PaymentView } from '../../../worker/features/payments/contract.ts'

export type PaymentPhase =
  /** Still asking. */
  | 'verifying'
  | 'completed'
  /** Money came that does not fit the order: people look at it. */
  | 'review'
  | 'failed'
  | 'expired'
  | 'returned'
  /** Open for longer than a page should wait. */
  | 'waiting'
  /** Not a payment of this account. */
  | 'unknown'
  /** The shop cannot be asked. */
  | 'unreachable'

/** What the page says of a payment. `patient` while the first minute runs. */
export function phaseOf(
  payment: Pick<PaymentView, 'status' | 'needsAttention'> | undefined,
  errorStatus: number | null,
  patient: boolean,
): PaymentPhase {
  if (!payment) {
    if (errorStatus === 404) return 'unknown'
    if (patient) return 'verifying'
    return errorStatus === null ? 'waiting' : 'unreachable'
  }
  switch (payment.status) {
    case 'completed':
      return 'completed'
    case 'refunded':
    case 'partially_refunded':
    case 'disputed':
      return 'returned'
    case 'failed':
    case 'expired':
      return payment.needsAttention ? 'review' : payment.status
    case 'pending':
      if (payment.needsAttention) return 'review'
      return patient ? 'verifying' : 'waiting'
  }
}

/** Asking again may change the answer. */
export const isOpen = (phase: PaymentPhase): boolean =>
  phase === 'verifying' || phase === 'waiting' || phase === 'unreachable'
