import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { AppLink } from '../../app/app-link.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { openPaymentsQuery } from '../payments/queries.ts'

/** Before somebody pays twice: a part of the price of this product has arrived for an order of theirs. */
export function PartPaidNotice({ productId }: { productId: number }) {
  const { data } = useQuery({ ...openPaymentsQuery(), staleTime: 0 })
  const order = data?.find((one) => one.productId === productId && one.situation === 'underpaid')
  if (!order) return null
  return (
    <div className="mb-8 flex gap-2.5 rounded-lg bg-warning-soft p-4 text-fg text-sm">
      <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warning" />
      <p className="min-w-0">
        {formatUsd(order.receivedAmount)} of {formatUsd(order.amount)} arrived for your order #{order.id}. Pay
        the rest or get it back{' '}
        <AppLink
          to={`/success?session_id=${order.id}&source=crypto`}
          className="rounded-sm font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          in that order
        </AppLink>
        ; what you pay here is a new one, at its full price.
      </p>
    </div>
  )
}
