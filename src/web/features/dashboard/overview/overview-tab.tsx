import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { myProductsQuery } from '../../access/queries.ts'
import { profileQuery } from '../../accounts/queries.ts'
import { openPaymentsQuery, purchasesQuery } from '../../payments/queries.ts'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { LatestUpdates } from './latest-updates.tsx'
import { NeedsYouCard } from './needs-you-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { OpenPaymentCard } from './open-payment-card.tsx'
import { ProductsPreview } from './products-preview.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentPurchases } from './recent-purchases.tsx'
import { OverviewTabSkeleton } from './skeleton.tsx'
import { OverviewStats } from './stats.tsx'
import { SupportCard } from './support-card.tsx'

/**
 * What needs the owner comes first. Everything appears at once, in place of the placeholders. Otherwise, an early list
 * would be moved down by a later one above it.
 */
export default function OverviewTab() {
  const products = useQuery(myProductsQuery())
  const purchases = useQuery(purchasesQuery())
  const subscriptions = useQuery(subscriptionsQuery())
  const waiting = useQuery(openPaymentsQuery())
  const profile = useQuery(profileQuery())
  const [settled, setSettled] = useState(false)
  // Only once: a later refetch affects only its own card.
  const isPending = [products, purchases, subscriptions, waiting, profile].some((query) => query.isPending)
  if (!settled && !isPending) setSettled(true)
  if (!settled) return <OverviewTabSkeleton />
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <OverviewCards />
    </div>
  )
}

function OverviewCards() {
  return (
    <>
      <NeedsYouCard />
      <OpenPaymentCard />
      <OverviewStats />
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
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
