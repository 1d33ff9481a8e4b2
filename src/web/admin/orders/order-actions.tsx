import { ExternalLink, RotateCw, Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Checked, OrderDetail } from '#shared/orders/contract.ts'
import { PURCHASE_MARKS } from '../../features/payments/purchase-status.ts'
import { Button } from '../../ui/button.tsx'
import { ForRole } from '../ui/for-role.tsx'
import { checkOrder, resendProduct } from './orders-queries.ts'
import { RefundOrderDialog } from './refund-order-dialog.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** The actions that an order's state allows. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const left = order.amount - order.refundedAmount
  const paid = order.status === 'completed' || order.status === 'partially_refunded'
  const collected = order.provider !== 'free' && order.provider !== 'admin'
  return (
    <div className="flex flex-wrap gap-2">
      {order.providerUrl ? (
        <Button asChild size="sm">
          <a href={order.providerUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            Open at {NAMES[order.provider]}
          </a>
        </Button>
      ) : null}
      {order.status === 'pending' || order.flaggedReason !== null || order.nextCheckAt !== null ? (
        <Check order={order} />
      ) : null}
      {paid && order.user && order.contents === null && order.grant?.isActive ? (
        <SendLink order={order} userId={order.user.id} />
      ) : null}
      {paid && collected && left > 0 && order.openRefund === null ? (
        <ForRole least="manager">
          <Refund order={order} />
        </ForRole>
      ) : null}
    </div>
  )
}

const NAMES = {
  stripe: 'Stripe',
  coinbase: 'Coinbase',
  btcpay: 'BTCPay',
  free: 'provider',
  admin: 'provider',
}

function Refund({ order }: { order: OrderDetail }) {
  const [asking, setAsking] = useState(false)
  // The dialog is mounted at each click, so that it never shows values typed earlier.
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Undo2 aria-hidden="true" />
        Refund
      </Button>
      {asking ? <RefundOrderDialog open onOpenChange={setAsking} order={order} /> : null}
    </>
  )
}

const CHECKED: Record<Checked['outcome'], string> = {
  settled: 'Paid and delivered.',
  changed: 'The order was updated.',
  held: 'The amount received has changed.',
  closed: 'It was closed. Nothing was delivered.',
  flagged: 'It needs your attention.',
  ignored: 'Nothing has changed.',
}

function Check({ order }: { order: OrderDetail }) {
  const { run, busy } = useOrderMutation(() => checkOrder(order.id), {
    done: ({ outcome, status }) => ({
      title: `Order #${order.id}: ${PURCHASE_MARKS[status].label}`,
      description: CHECKED[outcome],
    }),
    failed: 'The order was not checked',
  })
  return (
    <Button size="sm" busy={busy} onClick={() => run(undefined)}>
      <RotateCw aria-hidden="true" />
      Check with provider
    </Button>
  )
}

function SendLink({ order, userId }: { order: OrderDetail; userId: number }) {
  const { run, busy } = useOrderMutation(() => resendProduct(userId, order.productId), {
    done: () => ({ title: 'Email Resent', description: `To ${order.user?.email ?? 'the customer'}` }),
    failed: 'Email Resend Failed',
  })
  return (
    <Button size="sm" busy={busy} onClick={() => run(undefined)}>
      <Send aria-hidden="true" />
      Send download link again
    </Button>
  )
}
