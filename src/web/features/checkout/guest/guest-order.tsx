import type { ReactNode } from 'react'
import { guestOrderQuery } from '../../payments/queries.ts'
import { ResultCard } from '../result/card.tsx'
import { CouldNotCheck } from '../result/could-not-check.tsx'
import { isOpen, phaseOf } from '../result/payment-phase.ts'
import { PaymentReceived } from '../result/received.tsx'
import type { ResultVariant } from '../result/redirect-rules.ts'
import { usePolling } from '../result/use-polling.ts'
import { GuestOrderOpen } from './guest-order-open.tsx'
import { GuestOrderPaid } from './guest-order-paid.tsx'
import { GuestOrderStopped } from './guest-order-stopped.tsx'

export type GuestOrderProps = { reference: string; variant: ResultVariant; otherwise?: ReactNode }

/**
 * The order that this browser paid for without an account, as polled from the server. In any other browser the page
 * only refers to the email, or shows `otherwise`.
 */
export function GuestOrder({ reference, variant, otherwise }: GuestOrderProps) {
  const { data, polling, again, retrying } = usePolling(
    { ...guestOrderQuery(reference), gcTime: 0 },
    (order, errorStatus) => !isOpen(phaseOf(order, { errorStatus, failing: false, waited: false })),
  )
  const phase = phaseOf(data, polling)
  if (phase === 'unreachable') return <CouldNotCheck onRetry={again} retrying={retrying} />
  if (!data) {
    return phase === 'unknown' ? (
      (otherwise ?? <PaymentReceived user={null} variant={variant} />)
    ) : (
      <ResultCard kind="busy" title="Verifying Payment..." />
    )
  }
  switch (phase) {
    case 'completed':
      return <GuestOrderPaid order={data} reference={reference} variant={variant} />
    case 'verifying':
    case 'pending':
    case 'partial-payment':
      return <GuestOrderOpen order={data} phase={phase} again={again} retrying={retrying} />
    default:
      return <GuestOrderStopped order={data} phase={phase} />
  }
}
