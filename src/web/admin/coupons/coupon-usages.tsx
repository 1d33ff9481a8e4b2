import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import type { CouponUsage } from '#shared/coupons/contract.ts'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { couponUsagesQuery } from './coupon-queries.ts'

const STATES: Record<CouponUsage['state'], { tone: BadgeTone; text: string }> = {
  held: { tone: 'info', text: 'At checkout' },
  redeemed: { tone: 'success', text: 'Redeemed' },
  released: { tone: 'neutral', text: 'Released' },
}

const COLUMNS: Column<CouponUsage>[] = [
  {
    head: 'Who',
    main: true,
    cell: ({ user, email }) => (
      <span className="min-w-0">
        {user ? (
          <TextLink to={adminPath('users', { user: user.id })}>{user.username}</TextLink>
        ) : (
          'Deleted account'
        )}
        <span className="block break-all font-normal text-muted text-xs">{email ?? user?.email}</span>
      </span>
    ),
  },
  {
    head: 'Order',
    cell: ({ paymentId, product }) =>
      paymentId === null ? (
        '–'
      ) : (
        <TextLink to={adminPath('orders', { order: paymentId })}>
          <span className="font-mono">#{paymentId}</span> {product?.name}
        </TextLink>
      ),
  },
  {
    head: 'Status',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>,
  },
  {
    head: 'Discount',
    end: true,
    cell: ({ discountAmount, originalAmount }) => (
      <span className="text-right font-mono tabular-nums">
        −{formatUsd(discountAmount)}
        <span className="block text-subtle text-xs">of {formatUsd(originalAmount)}</span>
      </span>
    ),
  },
  { head: 'When', cell: ({ appliedAt }) => <RelativeTime dense value={appliedAt} /> },
]

/** The uses of a coupon. A use is reserved at the checkout, redeemed when paid, released when the payment fails. */
export function CouponUsages({ couponId }: { couponId: number }) {
  return (
    <ListCard
      className="mt-6"
      title="Who used it"
      description="A use is released when its payment fails, expires or is refunded in full. Released uses do not count."
      query={useInfiniteQuery(couponUsagesQuery(couponId))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="uses"
      empty={{ title: 'Nobody has used it yet.', icon: <Users /> }}
    />
  )
}
