import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '#shared/core/money.ts'
import { cn } from '../../../ui/cn.ts'
import { Stat } from '../../../ui/data/stat.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { referralStatsQuery } from '../../referrals/queries.ts'

/** Four figures. They are dashes if they could not be loaded, and the card below shows the error. */
export function ReferralStatsCard({ className }: { className?: string }) {
  const { data, isPending } = useQuery(referralStatsQuery())
  const figure = (value: string | number | undefined) =>
    isPending ? <Skeleton className="inline-block h-6 w-16 align-middle" /> : (value ?? '–')
  const stats = [
    { label: 'Total referrals', value: data?.total, hint: 'Payments by people you referred' },
    { label: 'Pending', value: data?.pending, hint: 'Not paid out yet' },
    { label: 'Paid', value: data?.paid, hint: 'Paid out to you' },
    { label: 'Earned', value: data && formatUsd(data.earned), hint: 'Refunded payments left out' },
  ]
  return (
    <Card className={cn('grid grid-cols-2 gap-px overflow-hidden bg-line lg:grid-cols-4', className)}>
      {stats.map(({ label, value, hint }) => (
        <Stat
          key={label}
          className="bg-surface px-5 py-4 sm:px-6 sm:py-5"
          label={label}
          value={figure(value)}
          hint={hint}
        />
      ))}
    </Card>
  )
}
