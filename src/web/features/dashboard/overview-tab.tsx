import { NotificationsCard } from './notifications-card.tsx'
import { OverviewStats } from './overview-stats.tsx'
import { ProductsPreview } from './products-preview.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentPurchases } from './recent-purchases.tsx'

export function OverviewTab() {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <OverviewStats />
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
        <ProductsPreview />
        <RecentPurchases />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <QuickActions />
        <NotificationsCard />
      </div>
    </div>
  )
}
