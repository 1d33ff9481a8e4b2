import { ArrowRight, ShoppingBag } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import { PURCHASE_MARKS } from '../../features/payments/purchase-status.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { useAdminLive } from '../shell/admin-live-context.ts'
import { adminPath } from '../shell/admin-path.ts'

/** The last five sales. */
export function LiveRecent() {
  const { stats, status } = useAdminLive()
  return (
    <Card>
      <CardHeader className="min-h-17 flex-row items-center justify-between gap-4 pb-4">
        <CardTitle as="h2">Recent purchases</CardTitle>
        <Button asChild variant="ghost" size="sm" className="-my-1 -mr-2">
          <AppLink to={adminPath('orders')}>
            All orders
            <ArrowRight aria-hidden="true" />
          </AppLink>
        </Button>
      </CardHeader>
      {stats === null ? (
        <div className="divide-y divide-line border-line border-t">
          {[0, 1, 2, 3, 4].map((row) => (
            <div key={row} className="flex h-16 items-center justify-between gap-4 px-5 sm:px-6">
              {status === 'disconnected' ? null : <Skeleton className="h-4 w-40" />}
              {status === 'disconnected' ? null : <Skeleton className="h-4 w-14" />}
            </div>
          ))}
        </div>
      ) : null}
      {stats?.recentPurchases.length === 0 ? (
        <EmptyState
          bare
          className="border-line border-t"
          icon={<ShoppingBag />}
          title="No purchases found."
          text="The first sale appears here as soon as it is paid."
          action={
            <Button asChild size="sm">
              <AppLink to={adminPath('products')}>Manage products</AppLink>
            </Button>
          }
        />
      ) : null}
      {stats && stats.recentPurchases.length > 0 ? (
        <ul aria-label="Recent purchases" className="divide-y divide-line border-line border-t">
          {stats.recentPurchases.map(({ id, paymentId, product, who, amount, at, status: state }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 px-5 py-3 sm:px-6">
              <div className="min-w-0 text-sm">
                <AppLink
                  to={adminPath('orders', { order: paymentId })}
                  className="break-words rounded-xs font-medium text-fg decoration-line-strong underline-offset-4 hover:underline"
                >
                  {product?.name ?? `Order #${paymentId}`}
                </AppLink>
                {state && state !== 'completed' ? (
                  <Badge tone={PURCHASE_MARKS[state].tone} className="ml-2">
                    {PURCHASE_MARKS[state].label}
                  </Badge>
                ) : null}
                <p className="break-words text-muted text-xs">
                  {who ?? 'Somebody'} · <RelativeTime dense value={at} />
                </p>
              </div>
              <span className="whitespace-nowrap tabular-nums text-fg text-sm">
                {amount === null ? '–' : formatUsd(amount)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}
