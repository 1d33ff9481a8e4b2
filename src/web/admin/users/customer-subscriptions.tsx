import { RefreshCw } from 'lucide-react'
import { formatDay } from '../../../worker/core/format-day.ts'
import type { CustomerDetail, CustomerSubscription } from '../../../worker/features/customers/contract.ts'
import { PROVIDER_NAMES } from '../../../worker/features/payments/provider-name-rules.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { subscriptionsOf } from './customers-queries.ts'
import { useCustomerList } from './use-customer-list.ts'

export const CustomerSubscriptions = ({ customer }: { customer: CustomerDetail }) => (
  <ListCard
    title="Subscriptions"
    noun="subscriptions"
    query={useCustomerList(subscriptionsOf(customer))}
    columns={COLUMNS}
    keyOf={({ id }) => id}
    empty={{ icon: <RefreshCw />, title: 'No subscriptions.' }}
  />
)

const toneOf = (status: CustomerSubscription['status']) => {
  if (status === 'active' || status === 'trialing') return 'success'
  return status === 'past_due' || status === 'unpaid' ? 'warning' : 'neutral'
}

const COLUMNS: Column<CustomerSubscription>[] = [
  {
    head: 'Product',
    main: true,
    cell: ({ product, status }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {product.name}
        <Badge tone={toneOf(status)}>{status.replaceAll('_', ' ')}</Badge>
      </span>
    ),
  },
  { head: 'Id', cell: ({ id }) => <span className="font-mono text-xs">#{id}</span> },
  { head: 'By', cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { head: 'Since', cell: ({ startDate }) => <RelativeTime dense value={startDate} /> },
  {
    head: 'Renews',
    cell: ({ renews, periodEnd }) => (renews ? formatDay(periodEnd) : `No; until ${formatDay(periodEnd)}`),
  },
  {
    head: 'Per month',
    end: true,
    cell: ({ monthlyPrice }) => (
      <span className="font-mono">{monthlyPrice === 0 ? 'in advance' : formatUsd(monthlyPrice)}</span>
    ),
  },
]
