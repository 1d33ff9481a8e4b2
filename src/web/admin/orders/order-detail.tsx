import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Flag } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Price } from '../../ui/data/price.tsx'
import { CompleteDialog } from '../recovery/complete-dialog.tsx'
import { useCompletePayment } from '../recovery/use-complete-payment.ts'
import { useDetailAddress } from '../ui/detail-address.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { DetailHeading } from '../ui/detail-heading.tsx'
import { ForRole, useMay } from '../ui/for-role.tsx'
import { DecideRefund } from './decide-refund.tsx'
import { DisputeNotice } from './dispute-notice.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderStatus } from './order-cells.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { orderQuery } from './orders-queries.ts'

/** One order: its facts, its timeline and its actions. */
export function OrderDetailView({ id }: { id: number }) {
  const query = useQuery(orderQuery(id))
  const { back } = useDetailAddress('order')
  const order = query.data
  return (
    <DetailFrame noun="order" back={{ to: back, label: 'Back to the list' }} query={query}>
      {order ? (
        <>
          <Heading order={order} />
          {order.flaggedReason ? <Flagged order={order} reason={order.flaggedReason} /> : null}
          <DisputeNotice order={order} />
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

/** The reason of the flag, and the ways to resolve it: complete the order, refund it, or close it without access. */
function Flagged({ order, reason }: { order: OrderDetail; reason: string }) {
  const completing = useCompletePayment()
  const isPaid = order.paidAt !== null
  const manages = useMay()('manager')
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-danger-soft p-4 text-sm">
      <Flag aria-hidden="true" className="size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-64 text-fg">
        This needs {manages ? 'your' : 'a manager’s'} decision: {reason}.{' '}
        {!manages
          ? 'Tell a manager.'
          : isPaid
            ? 'Check what the buyer has paid and received. Refund what is left, here or at the provider, then click Complete to clear this flag.'
            : !order.canComplete
              ? 'Refund the money at the provider, then click Close.'
              : 'To give access without a further payment, click Complete. To give none, refund the money at the provider, then click Close.'}
      </p>
      <ForRole least="manager">
        <div className="flex flex-wrap gap-2">
          {order.canComplete ? (
            <Button
              size="sm"
              busy={completing.busyAct === 'complete'}
              onClick={() => completing.complete(order.id)}
            >
              <CircleCheck aria-hidden="true" />
              Complete
            </Button>
          ) : null}
          {isPaid ? null : (
            <Button
              size="sm"
              busy={completing.busyAct === 'close'}
              onClick={() => completing.close(order.id)}
            >
              <CircleX aria-hidden="true" />
              Close
            </Button>
          )}
        </div>
      </ForRole>
      <CompleteDialog completing={completing} />
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
          ? `The customer asks for a refund of ${formatUsd(refund.amount)}${refund.reason ? `: “${refund.reason}”` : '.'}`
          : `A refund of ${formatUsd(refund.amount)} is on its way.`}
      </p>
      {waits ? <DecideRefund refund={{ ...refund, paymentId: order.id, email: order.email }} /> : null}
    </div>
  )
}
