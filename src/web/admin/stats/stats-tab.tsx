import { useQuery } from '@tanstack/react-query'
import type { Stats } from '#shared/stats/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { type ChartPoint, StatsChart } from './stats-chart.tsx'
import { StatsFigures } from './stats-figures.tsx'
import { count, daysFromTo, shortUsd, usd } from './stats-format.ts'
import { statsQueryOf } from './stats-queries.ts'
import { StatsRangePicker } from './stats-range-picker.tsx'
import { TaxesCard } from './taxes-card.tsx'
import { TopProductsCard } from './top-products-card.tsx'
import { useStatsRange } from './use-stats-range.ts'

const PANEL = 'stats-of-these-days'

export default function StatsTab() {
  const [query, show] = useStatsRange()
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery(statsQueryOf(query))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <StatsRangePicker
          query={query}
          shown={data && !error ? data : undefined}
          onChange={show}
          controls={PANEL}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={isFetching && !isPending} onClick={() => refetch()}>
            Refresh
          </Button>
          <ExportButton of="stats" filter={query} />
        </div>
      </div>
      <div id={PANEL} role="tabpanel" aria-label="Stats of this period" aria-busy={isFetching}>
        {isPending ? <StatsSkeleton /> : null}
        {error ? (
          <ErrorState
            title="The stats could not be loaded"
            text={reasonOf(error, 'An unexpected error occurred')}
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        ) : null}
        {data && !error ? (
          <div className={cn('transition-opacity', isPlaceholderData && 'opacity-60')}>
            <StatsOf stats={data} />
          </div>
        ) : null}
      </div>
    </div>
  )
}

function StatsOf({ stats }: { stats: Stats }) {
  const { from, to, before, series } = stats
  const drawn = daysFromTo(series[0]?.current.date ?? from, to)
  const pointsOf = (name: 'revenue' | 'orders' | 'mrr'): ChartPoint[] =>
    series.map(({ current, previous }) => ({
      date: current.date,
      value: current[name],
      beforeDate: previous.date,
      before: previous[name],
    }))
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted text-sm">
        {daysFromTo(from, to)}
        {from === to && isToday(to) ? ' so far' : ''}, compared with {daysFromTo(before.from, before.to)}.
        Days are UTC.
      </p>
      <StatsFigures stats={stats} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <div className="min-w-0 lg:col-span-2">
          <StatsChart
            title="Revenue per day"
            description={drawn}
            points={pointsOf('revenue')}
            shape="area"
            format={usd}
            axis={shortUsd}
          />
        </div>
        <StatsChart
          title="Orders per day"
          description={drawn}
          points={pointsOf('orders')}
          shape="bar"
          format={count}
          axis={count}
        />
        <StatsChart
          title="Monthly recurring revenue"
          description={`${drawn}, at the end of each day`}
          points={pointsOf('mrr')}
          shape="area"
          format={usd}
          axis={shortUsd}
        />
      </div>
      <TopProductsCard products={stats.topProducts} />
      {stats.taxes.length > 0 ? <TaxesCard taxes={stats.taxes} /> : null}
    </div>
  )
}

const isToday = (date: string) => date === new Date().toISOString().slice(0, 10)

function StatsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <VisuallyHidden role="status">Loading the stats</VisuallyHidden>
      <Skeleton className="w-72" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-42 rounded-xl" />
        ))}
      </div>
      <div className="grid gap-4 grid-cols-2 lg:grid-cols-5">
        {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((card) => (
          <Skeleton key={card} className="h-32 rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-96 rounded-xl" />
    </div>
  )
}
