import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge, type BadgeTone } from '../../../ui/data/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { BalanceActions } from '../../payments/balance-actions.tsx'
import { claimLabel } from '../../payments/claim-label.ts'
import { openPaymentsQuery } from '../../payments/queries.ts'

/**
 * Payments being confirmed, and crypto payments that wait for the buyer or the blockchain. Without any, no card is
 * shown.
 */
export function OpenPaymentCard() {
  const { data } = useQuery(openPaymentsQuery())
  if (!data || data.length === 0) return null
  return (
    <Card className="lg:col-span-3">
      <CardHeader className="flex-row items-center gap-2.5 pb-4">
        <Coins aria-hidden="true" className="size-4.5 text-subtle" />
        <CardTitle as="h2">Payments in progress</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line border-line border-t">
        {data.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ payment }: { payment: PaymentView }) {
  const { label, tone, text } = labelsOf(payment)
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <p className="break-words font-medium text-fg text-sm">{payment.productName}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-muted text-sm">{text}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {payment.payUrl !== null && payment.situation === null && !payment.isProcessing ? (
          <Button asChild variant="primary" size="sm">
            <a href={payment.payUrl}>Open the payment page</a>
          </Button>
        ) : null}
        <BalanceActions payment={payment} size="sm" />
        <Button asChild variant="ghost" size="sm">
          <AppLink to={`/success?session_id=${payment.id}&source=${payment.isCrypto ? 'crypto' : 'stripe'}`}>
            Details<span className="sr-only"> of order {payment.orderReference}</span>
          </AppLink>
        </Button>
      </div>
    </li>
  )
}

function labelsOf(payment: PaymentView): { label: string; tone: BadgeTone; text: string } {
  const { situation, amount, receivedAmount, dueAmount, excessAmount, returnedAmount, claimUrl } = payment
  const late = payment.discountLost ? ' after your discount had ended' : ''
  if (situation === 'underpaid') {
    const text = `We received ${formatUsd(receivedAmount)} of ${formatUsd(amount)}${late}. ${formatUsd(dueAmount)} is still due.`
    return { label: 'Less than the price', tone: 'warning', text }
  }
  if (excessAmount > 0) {
    const complete = payment.isSecondPayment ? '' : 'Your purchase is complete. '
    const text = `${complete}We received ${formatUsd(excessAmount)} more than the price.`
    return { label: 'More than the price', tone: 'info', text }
  }
  if (returnedAmount > 0) {
    return claimUrl === null
      ? {
          label: 'Refund on its way',
          tone: 'info',
          text: `We are refunding ${formatUsd(returnedAmount)} to you.`,
        }
      : { label: 'Refund ready', tone: 'info', text: claimLabel(returnedAmount) }
  }
  if (payment.needsAttention) {
    const text = 'Our support team is checking this payment. Do not pay again.'
    return { label: 'In review', tone: 'warning', text }
  }
  if (payment.isProcessing) {
    const text = `${formatUsd(amount)} is on its way. Some payment methods take a few days. We will notify you when it arrives. You do not have to pay again.`
    return { label: 'Processing', tone: 'info', text }
  }
  const text = `${formatUsd(amount)}. Waiting for your payment, or for the blockchain to confirm it.`
  return { label: 'Waiting', tone: 'neutral', text }
}
