import { formatUsd } from '#shared/core/money.ts'
import type { Order } from '#shared/orders/contract.ts'
import { PURCHASE_MARKS } from '../../features/payments/purchase-status.ts'
import { cn } from '../../ui/cn.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Price } from '../../ui/data/price.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { TextLink } from '../ui/text-link.tsx'

/** The status of an order, with the tones that its buyer sees. */
export function OrderStatus({ order }: { order: Pick<Order, 'status' | 'flaggedReason'> }) {
  const { tone, label } = PURCHASE_MARKS[order.status]
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      <Badge tone={tone}>{label}</Badge>
      {order.flaggedReason === null ? null : <Badge tone="danger">Needs attention</Badge>}
    </span>
  )
}

export function OrderAmount({ order }: { order: Pick<Order, 'amount' | 'refundedAmount' | 'status'> }) {
  const { amount, refundedAmount, status } = order
  return (
    <span className="inline-flex flex-col items-end">
      <Price usd={amount} size="sm" className={cn(status === 'refunded' && 'line-through')} />
      {refundedAmount > 0 && status !== 'refunded' ? (
        <span className="tabular-nums text-muted text-xs">−{formatUsd(refundedAmount)}</span>
      ) : null}
    </span>
  )
}

type Buyer = { user: Order['user']; email: string | null }

/** The buyer of an order: an account, or the address of a guest purchase. */
export function BuyerCell({ user, email }: Buyer) {
  if (user === null) return <span className="min-w-0 break-all">{email ?? 'Unknown'}</span>
  return (
    <span className="flex min-w-0 flex-col gap-x-2 max-md:items-end xl:flex-row xl:flex-wrap xl:items-baseline">
      <TextLink to={adminPath('users', { user: user.id })}>{user.username}</TextLink>
      {email !== null && email !== user.username ? (
        <span className="break-all text-xs max-md:text-right">{email}</span>
      ) : null}
    </span>
  )
}
