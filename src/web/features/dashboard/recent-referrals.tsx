import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import type { Referral, ReferralStatus } from '../../../worker/features/referrals/contract.ts'
import { reasonOf } from '../../app/api.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Price } from '../../ui/price.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RECENT_REFERRALS, recentReferralsQuery } from '../referrals/queries.ts'

const marks: Record<ReferralStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'warning' },
  completed: { label: 'Completed', tone: 'info' },
  paid: { label: 'Paid', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

/** What was paid out before its sale was undone. */
const reversed: (typeof marks)[ReferralStatus] = { label: 'Taken back', tone: 'neutral' }

export function RecentReferrals({ className }: { className?: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(recentReferralsQuery())
  return (
    <Card className={cn('min-w-0', className)}>
      <CardHeader className="pb-4">
        <CardTitle as="h2">Recent referrals</CardTitle>
      </CardHeader>
      {isPending ? <RowsSkeleton /> : null}
      {error ? (
        <ErrorState
          bare
          title="Your referrals could not be loaded"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : null}
      {data?.length === 0 ? (
        <EmptyState
          bare
          icon={<Gift />}
          title="No referrals yet"
          text="The first purchase through your link appears here. Copy it and share it with somebody who farms airdrops."
          className="border-line border-t"
        />
      ) : null}
      {data && data.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">
          {data.slice(0, RECENT_REFERRALS).map((referral) => (
            <Row key={referral.id} referral={referral} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function Row({ referral: { status, createdAt, amount } }: { referral: Referral }) {
  const mark = amount < 0 ? reversed : marks[status]
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3.5 text-sm sm:px-6">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={mark.tone}>{mark.label}</Badge>
        <RelativeTime dense value={createdAt} className="text-muted text-xs" />
      </span>
      <Price usd={amount} size="sm" className={cn('shrink-0', status === 'cancelled' && 'line-through')} />
    </li>
  )
}

function RowsSkeleton() {
  return (
    <div className="divide-y divide-line border-line border-t">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center justify-between gap-4 px-5 py-3.5 sm:px-6">
          <Skeleton className="h-5.5 w-32" />
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </div>
  )
}
