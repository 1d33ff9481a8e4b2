import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import type { OrderDetail } from '../../../worker/features/orders/contract.ts'
import { formatUsd } from '../../ui/format-usd.ts'
import { Price } from '../../ui/price.tsx'
import { AdminLink } from './admin-link.tsx'
import { RECOVERY_PATH } from './admin-path.ts'
import { DecideRefund } from './decide-refund.tsx'
import { useDetailAddress } from './detail-address.ts'
import { DetailFrame } from './detail-frame.tsx'
import { DetailHeading } from './detail-heading.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderStatus } from './order-cells.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { orderQuery } from './orders-queries.ts'

/** One order: what stands, what happened, and what can be done about it. */
export function OrderDetailView({ id }: { id: number }) {
  const query = useQuery(orderQuery(id))
  const { back } = useDetailAddress('order')
  const order = query.data
  return (
    <DetailFrame noun="order" back={{ to: back, label: 'Back to the list' }} query={query}>
      {order ? (
        <>
          <Heading order={order} />
          {order.flaggedReason ? <Flagged reason={order.flaggedReason} /> : null}
          {order.openRefund ? <RefundNotice order={order} /> : null}
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
            <OrderTimeline order={order} />
            <OrderFacts order={order} />
          </div>
        </>
      ) : null}
    </DetailFrame>
  )
}

function Heading({ order }: { order: OrderDetail }) {
  const kind = order.purchaseType === 'subscription' ? 'Subscription' : 'One-time purchase'
  return (
    <DetailHeading
      noun="Order"
      id={order.id}
      state={<OrderStatus order={order} />}
      about={
        <>
          {order.product.name} · {kind} · <Price usd={order.amount} size="sm" />
        </>
      }
      actions={<OrderActions order={order} />}
    />
  )
}

function Flagged({ reason }: { reason: string }) {
  return (
    <div className="flex gap-3 rounded-lg bg-danger-soft p-4 text-sm">
      <Flag aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <p className="min-w-0 text-fg">
        A person has to decide: {reason}. <AdminLink to={RECOVERY_PATH}>Complete it as it is</AdminLink>, or
        give the money back at the provider.
      </p>
    </div>
  )
}

function RefundNotice({ order }: { order: OrderDetail }) {
  const { openRefund: refund } = order
  if (refund === null) return null
  const waits = refund.status === 'review'
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft p-4 text-sm">
      <p className="min-w-0 flex-1 basis-64 text-fg">
        {waits
          ? `Its buyer asks for ${formatUsd(refund.amount)} back${refund.reason ? `: “${refund.reason}”` : '.'}`
          : `A refund of ${formatUsd(refund.amount)} is on its way.`}
      </p>
      {waits ? <DecideRefund refund={{ ...refund, paymentId: order.id, email: order.email }} /> : null}
    </div>
  )
}
