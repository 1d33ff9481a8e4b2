import type { ReactNode } from 'react'
import type { FigureName, Stats, StatsDay } from '#shared/stats/contract.ts'
import { Stat } from '../../ui/data/stat.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Sparkline } from './sparkline.tsx'
import { count, fittingUsd, orNothing, rate, usd } from './stats-format.ts'

type Figure = {
  name: FigureName
  label: string
  format: (value: number) => string
  /** A note below the number. */
  about?: (stats: Stats) => ReactNode
  lowerIsBetter?: boolean
}

const MAIN: (Figure & { day: Exclude<keyof StatsDay, 'date'> })[] = [
  { name: 'revenue', label: 'Revenue', format: usd, day: 'revenue' },
  { name: 'orders', label: 'Orders', format: count, day: 'orders' },
  { name: 'mrr', label: 'Monthly recurring revenue', format: usd, day: 'mrr' },
  { name: 'newCustomers', label: 'New customers', format: count, day: 'newCustomers' },
]

const of = (part: number, whole: number, what: string) => `${count(part)} of ${count(whole)} ${what}`

const OTHERS: Figure[] = [
  { name: 'averageOrder', label: 'Average order', format: fittingUsd },
  {
    name: 'conversion',
    label: 'Conversion',
    format: rate,
    about: ({ current }) => of(current.checkoutsPaid, current.checkoutsStarted, 'checkouts paid'),
  },
  {
    name: 'refundRate',
    label: 'Refund rate',
    format: rate,
    lowerIsBetter: true,
    about: ({ current }) =>
      `${count(current.refunds)} ${current.refunds === 1 ? 'refund' : 'refunds'}, ${usd(current.refunded)}`,
  },
  { name: 'disputed', label: 'In dispute', format: fittingUsd, lowerIsBetter: true },
  {
    name: 'churn',
    label: 'Churn',
    format: rate,
    lowerIsBetter: true,
    about: ({ current }) =>
      `${count(current.subscriptionsEnded)} ended, ${count(current.subscriptionsStarted)} started`,
  },
  { name: 'activeSubscriptions', label: 'Active subscriptions', format: count },
  { name: 'newAccounts', label: 'New accounts', format: count },
  {
    name: 'referredOrders',
    label: 'Referred orders',
    format: count,
    about: ({ current }) => `${usd(current.commission)} commission`,
  },
  { name: 'discounts', label: 'Discounts', format: fittingUsd },
  { name: 'gross', label: 'Captured', format: fittingUsd },
]

/** The figures of a period, each with the figure of the previous period. */
export function StatsFigures({ stats }: { stats: Stats }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {MAIN.map(({ day, ...figure }) => (
          <FigureCard key={figure.name} figure={figure} stats={stats}>
            <Sparkline values={stats.series.map(({ current }) => current[day])} />
          </FigureCard>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
        {OTHERS.map((figure) => (
          <FigureCard key={figure.name} figure={figure} stats={stats} />
        ))}
      </div>
    </div>
  )
}

type FigureCardProps = { figure: Figure; stats: Stats; children?: ReactNode }

function FigureCard({
  figure: { name, label, format, about, lowerIsBetter },
  stats,
  children,
}: FigureCardProps) {
  const growth = stats.growth[name]
  return (
    <Card role="group" aria-label={label} className="p-3 sm:p-5">
      <Stat
        label={label}
        value={orNothing(stats.current[name], format)}
        {...(growth !== null && { change: growth })}
        {...(lowerIsBetter && { lowerIsBetter })}
        hint={
          <>
            {about ? <div>{about(stats)}</div> : null}
            <div>Before: {orNothing(stats.previous[name], format)}</div>
          </>
        }
      >
        {children}
      </Stat>
    </Card>
  )
}
