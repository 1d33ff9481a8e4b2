import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { openPaymentsQuery } from '../../payments/queries.ts'

/** A warning before paying twice: an order of this product is partially paid. */
export function PartialPaymentNotice({ productId }: { productId: number }) {
  const { data } = useQuery({ ...openPaymentsQuery(), staleTime: 0 })
  const order = data?.find((one) => one.productId === productId && one.situation === 'underpaid')
  if (!order) return null
  return (
    <div className="mb-8 flex gap-2.5 rounded-lg bg-warning-soft p-4 text-fg text-sm">
      <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warning" />
      <p className="min-w-0">
        We received {formatUsd(order.receivedAmount)} of {formatUsd(order.amount)} for order{' '}
        {order.orderReference}.{' '}
        <AppLink
          to={`/success?session_id=${order.id}&source=crypto`}
          className="rounded-sm font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          Open order {order.orderReference}
        </AppLink>{' '}
        to pay the amount due or get a refund. A payment here is a new order at the full price.
      </p>
    </div>
  )
}
