import { DollarSign, Repeat, ShoppingBag, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/core/format-number.ts'
import { formatUsd } from '#shared/core/money.ts'
import { Stat } from '../../ui/data/stat.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useAdminLive } from '../shell/admin-live-context.ts'

/** The four counters since the shop's beginning, updated live. */
export function LiveTotals() {
  const { stats, status } = useAdminLive()
  const missing =
    status === 'disconnected' ? '–' : <Skeleton className="inline-block h-6 w-20 align-middle" />
  const figures: { label: string; hint: string; icon: ReactNode; value: string | undefined }[] = [
    {
      label: 'Users',
      hint: 'Accounts',
      icon: <Users />,
      value: stats ? formatNumber(stats.totalUsers) : undefined,
    },
    {
      label: 'Purchases',
      hint: 'All paid orders, including refunded ones',
      icon: <ShoppingBag />,
      value: stats ? formatNumber(stats.totalPurchases) : undefined,
    },
    {
      label: 'Subscriptions',
      hint: 'Active now, past due included',
      icon: <Repeat />,
      value: stats ? formatNumber(stats.totalSubscriptions) : undefined,
    },
    {
      label: 'Revenue',
      hint: 'Payments minus refunds and disputes',
      icon: <DollarSign />,
      value: stats ? formatUsd(stats.totalRevenue) : undefined,
    },
  ]
  return (
    <Card className="grid grid-cols-1 gap-px overflow-hidden bg-line xs:grid-cols-2 xl:grid-cols-4">
      {figures.map(({ value, ...rest }) => (
        <Stat
          key={rest.label}
          className="bg-surface px-5 py-4 sm:px-6 sm:py-5"
          value={value ?? missing}
          {...rest}
        />
      ))}
    </Card>
  )
}
