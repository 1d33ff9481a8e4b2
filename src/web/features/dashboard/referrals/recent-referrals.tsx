import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import type { Referral } from '#shared/referrals/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { RECENT_REFERRALS, recentReferralsQuery } from '../../referrals/queries.ts'
import { REFERRAL_MARKS } from '../../referrals/referral-marks.ts'

/** A negative commission: its sale was refunded in full or in part. */
const reversed = { label: 'Reversed', tone: 'neutral' } as const

export function RecentReferrals() {
  const { data, error, isPending, isFetching, refetch } = useQuery(recentReferralsQuery())
  return (
    <Card className="min-w-0">
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

function Row({ referral }: { referral: Referral }) {
  const { status, createdAt, amount } = referral
  const mark = amount < 0 && status !== 'cancelled' ? reversed : REFERRAL_MARKS[status]
  const next = whatIsNext(referral)
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3.5 text-sm sm:px-6">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={mark.tone}>{mark.label}</Badge>
        <RelativeTime dense value={createdAt} className="text-muted text-xs" />
        {next ? <span className="w-full text-subtle text-xs">{next}</span> : null}
      </span>
      <Price usd={amount} size="sm" className={cn('shrink-0', status === 'cancelled' && 'line-through')} />
    </li>
  )
}

/** The next step of a commission, or its outcome. */
function whatIsNext({ status, amount, maturesAt, paidAt }: Referral): string | null {
  if (status === 'cancelled') return 'Refunded or disputed: it does not count.'
  if (amount < 0) return status === 'paid' ? 'Deducted from a payout.' : 'A payment was refunded or disputed.'
  if (status === 'paid') return paidAt ? `Paid out on ${formatDay(paidAt)}.` : null
  if (status === 'completed') return 'Part of the next payout.'
  return maturesAt ? `Payable from ${formatDay(maturesAt)}.` : null
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
