import { formatUsd } from '#shared/core/money.ts'
import type { GuestOrderView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { ResultCard, type ResultCardProps } from '../result/card.tsx'
import type { PaymentPhase } from '../result/payment-phase.ts'
import { OrderRows } from './order-rows.tsx'

export type GuestOrderStoppedProps = { order: GuestOrderView; phase: PaymentPhase }

/** An order that failed, expired, was refunded, or is being checked by a person. */
export function GuestOrderStopped({ order, phase }: GuestOrderStoppedProps) {
  const { kind, title, text, again } = stateOf(order, phase)
  return (
    <ResultCard
      kind={kind}
      title={title}
      text={text}
      actions={
        <>
          {order.claimUrl ? (
            <Button asChild variant="primary">
              <a href={order.claimUrl} target="_blank" rel="noopener noreferrer">
                Claim your refund
              </a>
            </Button>
          ) : null}
          {again ? (
            <Button asChild variant={order.claimUrl ? 'secondary' : 'primary'}>
              <AppLink to={`/products/${order.productSlug}`}>Try again</AppLink>
            </Button>
          ) : null}
          <Button asChild>
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </>
      }
      note={
        <>
          Questions: <SupportLink subject={`Order ${order.orderReference}`} />
        </>
      }
    >
      <OrderRows order={order} />
    </ResultCard>
  )
}

type State = Pick<ResultCardProps, 'kind' | 'title'> & { text: string; again?: boolean }

function stateOf(order: GuestOrderView, phase: PaymentPhase): State {
  const { isCrypto, lostBy, status, returnedAmount } = order
  if (phase === 'review') {
    return {
      kind: 'warning',
      title: 'Your payment is being reviewed',
      text: 'Our support team is checking this payment and will email you. Do not pay again.',
    }
  }
  if (phase === 'partial-refund') {
    return {
      kind: 'waiting',
      title: order.claimUrl === null ? 'Your refund is on its way' : 'Your refund is ready',
      text: `We are refunding ${formatUsd(returnedAmount)} to you, and the order has ended.`,
      again: true,
    }
  }
  if (phase === 'returned' || lostBy !== null) return returnedState(status, lostBy)
  if (phase === 'failed') {
    return {
      kind: 'stopped',
      title: 'The payment did not go through',
      text: isCrypto
        ? 'The provider could not confirm your payment on the blockchain. If money left your wallet, write to us before you pay again.'
        : 'The provider declined it and no charges were made. You can try again with another card.',
      again: true,
    }
  }
  return {
    kind: 'stopped',
    title: 'The checkout has expired',
    text: isCrypto
      ? 'We received no payment in time. If you have already paid, do not pay again. We complete your purchase and email you when the payment arrives.'
      : 'It was not paid in time and no charges were made. You can start again.',
    again: true,
  }
}

function returnedState(status: GuestOrderView['status'], lostBy: GuestOrderView['lostBy']): State {
  if (lostBy === 'refund' || status === 'refunded') {
    return {
      kind: 'stopped',
      title: 'This payment was refunded',
      text: 'It was refunded in full. The file of this order can no longer be downloaded.',
    }
  }
  if (lostBy === 'dispute' || status === 'disputed') {
    return {
      kind: 'stopped',
      title: 'This payment is disputed',
      text: 'The file of this order cannot be downloaded until your bank has decided.',
    }
  }
  return {
    kind: 'stopped',
    title: 'This payment was partly refunded',
    text: 'Your access stays as it is. The link in your email still opens the file.',
  }
}
