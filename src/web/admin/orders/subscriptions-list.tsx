import { useInfiniteQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import type { ListedSubscription } from '#shared/orders/contract.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/subscriptions/contract.ts'
import { subscriptionState } from '../../features/subscriptions/subscription-state.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Price } from '../../ui/data/price.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useDetailAddress } from '../ui/detail-address.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { BuyerCell } from './order-cells.tsx'
import { type SubscriptionListFilter, subscriptionsQuery } from './orders-queries.ts'
import { SUBSCRIPTION_LABELS } from './subscription-labels.ts'

/** Every subscription with its price and renewal date. */
export function SubscriptionsList() {
  const { get, set } = useAddressFilter()
  const filter = readFilter(get)
  const query = useInfiniteQuery(subscriptionsQuery(filter))
  const searching = get('q') !== '' || get('user') !== ''
  const narrowed = searching || get('status') !== ''
  const clear = () => set({ q: '', status: '', user: '' })
  return (
    <ListCard
      title="Subscriptions"
      description={
        get('q') !== ''
          ? 'Search covers all subscriptions, whatever their status.'
          : get('user')
            ? `All subscriptions of account #${get('user')}.`
            : 'Paid by card, or month by month in advance.'
      }
      actions={
        <ExportButton
          of="subscriptions"
          narrowed={searching}
          filter={searching ? {} : { status: filter.status }}
        />
      }
      filters={
        <>
          <SearchField label="Number, sub_…, email or username" />
          {searching ? null : (
            <Select
              aria-label="Status"
              value={get('status') || 'all'}
              onValueChange={(value) => set({ status: value === 'all' ? '' : value })}
              options={[
                { value: 'all', label: 'Every status' },
                ...SUBSCRIPTION_STATUSES.map((value) => ({ value, label: SUBSCRIPTION_LABELS[value] })),
              ]}
              className="w-44 max-sm:w-full"
            />
          )}
          {narrowed ? (
            <Button variant="ghost" size="sm" onClick={clear}>
              Clear
            </Button>
          ) : null}
        </>
      }
      query={query}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="subscriptions"
      empty={{
        icon: <Repeat />,
        title: 'No subscriptions found.',
        text: narrowed ? 'Try another search or filter.' : 'Subscriptions appear here once they are paid.',
        ...(narrowed && { action: <Button onClick={clear}>Show all</Button> }),
      }}
    />
  )
}

function readFilter(get: (name: string) => string): SubscriptionListFilter {
  const status = SUBSCRIPTION_STATUSES.find((one) => one === get('status'))
  return {
    ...(get('q') && { q: get('q') }),
    ...(get('user') && { user: get('user') }),
    ...(status && { status }),
  }
}

function SubscriptionLink({ subscription }: { subscription: ListedSubscription }) {
  const { to } = useDetailAddress('subscription')
  return (
    <TextLink to={to(subscription.id)}>
      <span className="font-mono">#{subscription.id}</span> {subscription.product.name}
    </TextLink>
  )
}

/** The badge that the subscription's owner sees. */
export function SubscriptionBadge({ subscription }: { subscription: ListedSubscription }) {
  const { badge } = subscriptionState(subscription, Date.now())
  return <Badge tone={badge.tone}>{badge.label}</Badge>
}

function Next({ subscription }: { subscription: ListedSubscription }) {
  const { date } = subscriptionState(subscription, Date.now())
  return <span>{date ? `${date.term} ${formatDay(date.at)}` : '–'}</span>
}

const COLUMNS: Column<ListedSubscription>[] = [
  { head: 'Subscription', main: true, cell: (one) => <SubscriptionLink subscription={one} /> },
  { head: 'Customer', cell: ({ user, email }) => <BuyerCell user={user} email={email} /> },
  { head: 'Status', cell: (one) => <SubscriptionBadge subscription={one} /> },
  { head: 'Next', cell: (one) => <Next subscription={one} /> },
  { head: 'Per month', end: true, cell: ({ monthlyPrice }) => <Price usd={monthlyPrice} size="sm" /> },
]
