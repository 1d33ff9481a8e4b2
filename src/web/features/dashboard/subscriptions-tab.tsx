import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { reasonOf } from '../../app/api.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { SubscriptionCard } from './subscription-card.tsx'
import { SubscriptionsSkeleton } from './subscriptions-skeleton.tsx'

export default function SubscriptionsTab() {
  const { data, error, isFetching, refetch } = useQuery(subscriptionsQuery())
  if (error) {
    return (
      <ErrorState
        title="Your subscriptions could not be loaded"
        text={reasonOf(error, 'An unexpected error occurred')}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <SubscriptionsSkeleton />
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<RefreshCw />}
        title="You don't have any subscriptions yet."
        text="Premium opens every script, with all updates, for one monthly price."
        action={
          <Button asChild>
            <AppLink to="/pricing">See the plans</AppLink>
          </Button>
        }
      />
    )
  }
  return (
    <ul className="grid gap-6 lg:grid-cols-2">
      {data.map((subscription) => (
        <SubscriptionCard key={subscription.id} subscription={subscription} />
      ))}
    </ul>
  )
}
