import { RefreshCw } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { PROVIDER_NAMES } from '#shared/payments/provider-name-rules.ts'
import type { UserDetail, UserSubscription } from '#shared/users/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { SUBSCRIPTION_LABELS } from '../orders/subscription-labels.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { useListOfAccount } from './use-list-of-account.ts'
import { subscriptionsOf } from './users-queries.ts'

export const UserSubscriptions = ({ user }: { user: UserDetail }) => (
  <ListCard
    title="Subscriptions"
    noun="subscriptions"
    query={useListOfAccount(subscriptionsOf(user))}
    columns={COLUMNS}
    keyOf={({ id }) => id}
    empty={{ icon: <RefreshCw />, title: 'No subscriptions.' }}
  />
)

const toneOf = (status: UserSubscription['status']) => {
  if (status === 'active' || status === 'trialing') return 'success'
  return status === 'past_due' || status === 'unpaid' ? 'warning' : 'neutral'
}

const COLUMNS: Column<UserSubscription>[] = [
  {
    head: 'Product',
    main: true,
    cell: ({ product, status }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {product.name}
        <Badge tone={toneOf(status)}>{SUBSCRIPTION_LABELS[status]}</Badge>
      </span>
    ),
  },
  { head: 'ID', cell: ({ id }) => <span className="font-mono text-xs">#{id}</span> },
  { head: 'By', cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { head: 'Since', cell: ({ startDate }) => <RelativeTime dense value={startDate} /> },
  {
    head: 'Renews',
    cell: ({ renews, provider, periodEnd }) =>
      renews
        ? formatDay(periodEnd)
        : `${provider === 'stripe' ? 'No; until' : 'No; prepaid until'} ${formatDay(periodEnd)}`,
  },
  {
    head: 'Per month',
    end: true,
    cell: ({ monthlyPrice }) => <span className="tabular-nums">{formatUsd(monthlyPrice)}</span>,
  },
]
