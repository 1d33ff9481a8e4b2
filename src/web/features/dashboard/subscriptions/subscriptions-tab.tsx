import { useQuery } from '@tanstack/react-query'
import { ReceiptText, RefreshCw } from 'lucide-react'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { TEXT_LINK } from '../../../ui/link-styles.ts'
import { useOwnedProducts } from '../../catalogue/use-owned-products.ts'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { UnconfirmedHint } from '../unconfirmed-hint.tsx'
import { SubscriptionsSkeleton } from './skeleton.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { useBillingPortal } from './use-billing-portal.ts'
import { useRequestedRenewal } from './use-requested-renewal.ts'

export default function SubscriptionsTab() {
  const { data, error, isFetching, refetch } = useQuery(subscriptionsQuery())
  const hasLifetime = useOwnedProducts().some(({ access }) => access.source === 'lifetime')
  const asked = useRequestedRenewal()
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
      <>
        <EmptyState
          icon={<RefreshCw />}
          title="You don't have any subscriptions yet."
          text="Premium includes every script, with all updates, for one monthly price."
          action={
            <Button asChild>
              <AppLink to="/pricing">See the plans</AppLink>
            </Button>
          }
        />
        <UnconfirmedHint className="mx-auto mt-4 text-center" />
      </>
    )
  }
  return (
    <>
      {data.some(({ prepaid }) => !prepaid) ? <ManageBilling /> : null}
      <ul className="grid gap-6 lg:grid-cols-2">
        {data.map((subscription) => (
          <SubscriptionCard
            key={subscription.id}
            subscription={subscription}
            hasLifetime={hasLifetime}
            isRequested={asked === subscription.id}
          />
        ))}
      </ul>
      <WithdrawLink />
    </>
  )
}

const WithdrawLink = () => (
  <p className="mt-6 text-sm">
    <AppLink to="/withdraw" className={TEXT_LINK}>
      Withdraw from contract here
    </AppLink>
  </p>
)

/** A button for the provider's billing page, which has the card and the invoices. */
function ManageBilling() {
  const { open, busy } = useBillingPortal()
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-muted text-sm">Your card and your invoices are on Stripe's billing page.</p>
      <Button size="sm" busy={busy} onClick={open}>
        <ReceiptText aria-hidden="true" />
        Manage billing
      </Button>
    </div>
  )
}
