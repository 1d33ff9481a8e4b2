import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { myProductsQuery } from '../../access/queries.ts'
import { profileQuery } from '../../accounts/queries.ts'
import { openPaymentsQuery, purchasesQuery } from '../../payments/queries.ts'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { EmailProblemNotice } from './email-problem-notice.tsx'
import { FailedPaymentNotice } from './failed-payment-notice.tsx'
import { LatestUpdates } from './latest-updates.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { OpenPaymentCard } from './open-payment-card.tsx'
import { ProductsPreview } from './products-preview.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentPurchases } from './recent-purchases.tsx'
import { OverviewSkeleton } from './skeleton.tsx'
import { OverviewStats } from './stats.tsx'
import { SupportCard } from './support-card.tsx'

/**
 * Everything below the figures appears at once. Otherwise, an early list would be moved down by a later one above it.
 */
export default function OverviewTab() {
  const products = useQuery(myProductsQuery())
  const purchases = useQuery(purchasesQuery())
  const subscriptions = useQuery(subscriptionsQuery())
  const waiting = useQuery(openPaymentsQuery())
  // Fetched in parallel. The cards do not wait for the profile, because the notice that needs it is rare.
  useQuery(profileQuery())
  const [settled, setSettled] = useState(false)
  // Only once: a later refetch affects only its own card.
  const isPending = [products, purchases, subscriptions, waiting].some((query) => query.isPending)
  if (!settled && !isPending) setSettled(true)
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <OverviewStats />
      {settled ? <OverviewCards /> : <OverviewSkeleton />}
    </div>
  )
}

function OverviewCards() {
  return (
    <>
      <FailedPaymentNotice />
      <EmailProblemNotice />
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
        <OpenPaymentCard />
        <ProductsPreview />
        <LatestUpdates />
        <RecentPurchases />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <QuickActions />
        <NotificationsCard />
        <SupportCard />
      </div>
    </>
  )
}
