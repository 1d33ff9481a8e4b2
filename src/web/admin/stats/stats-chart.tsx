import { useId, useState } from 'react'
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { longDay, shortDay } from './stats-format.ts'

export type ChartPoint = { date: string; value: number; beforeDate: string; before: number }

export type StatsChartProps = {
  title: string
  description: string
  points: readonly ChartPoint[]
  /** `area` for money, `bar` for counts. */
  shape: 'area' | 'bar'
  format: (value: number) => string
  axis: (value: number) => string
}

const HEIGHT = 240
const ink = { fill: 'var(--subtle)', fontSize: 12 }

/** A figure by day, with the previous period. Arrow keys move along the days. A table below has the numbers. */
export function StatsChart({ title, description, points, shape, format, axis }: StatsChartProps) {
  const heading = useId()
  return (
    <Card role="figure" aria-labelledby={heading} className="min-w-0">
      <CardHeader>
        <CardTitle as="h2" id={heading}>
          {title}
        </CardTitle>
        <CardDescription>{description}</CardDescription>
      </CardHeader>
      <CardBody className="min-w-0">
        <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 320, height: HEIGHT }}>
          <ComposedChart
            data={[...points]}
            title={title}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            className="rounded-sm text-xs"
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="date"
              tickFormatter={shortDay}
              tick={ink}
              tickLine={false}
              axisLine={{ stroke: 'var(--line-strong)' }}
              minTickGap={32}
            />
            <YAxis
              tickFormatter={axis}
              tick={ink}
              tickLine={false}
              axisLine={false}
              allowDecimals={shape === 'area'}
              width={56}
            />
            <Tooltip
              content={(props) => <Bubble {...props} format={format} />}
              cursor={shape === 'bar' ? { fill: 'var(--hover)' } : { stroke: 'var(--line-strong)' }}
              isAnimationActive={false}
            />
            {shape === 'bar' ? (
              <Bar
                dataKey="value"
                fill="var(--accent)"
                radius={[3, 3, 0, 0]}
                maxBarSize={28}
                isAnimationActive={false}
              />
            ) : (
              <Area
                type="linear"
                dataKey="value"
                stroke="var(--accent)"
                strokeWidth={2}
                fill="var(--accent-soft)"
                isAnimationActive={false}
              />
            )}
            <Line
              type="linear"
              dataKey="before"
              stroke="var(--subtle)"
              strokeWidth={1.5}
              strokeDasharray="4 4"
              dot={false}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
        <Legend />
        <PointTable title={title} points={points} format={format} />
      </CardBody>
    </Card>
  )
}

function Legend() {
  return (
    <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs">
      <span className="inline-flex items-center gap-2">
        <span className="h-2 w-4 rounded-xs bg-accent" />
        This period
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="w-4 border-subtle border-t-2 border-dashed" />
        Previous period
      </span>
    </p>
  )
}

type BubbleProps = Pick<TooltipContentProps, 'active' | 'payload'> & Pick<StatsChartProps, 'format'>

function Bubble({ active, payload, format }: BubbleProps) {
  const point = payload[0]?.payload as ChartPoint | undefined
  if (!active || !point) return null
  return (
    <div className="rounded-md border border-line-strong bg-surface px-3 py-2 text-xs shadow-overlay">
      <p className="font-medium text-fg">
        {longDay(point.date)}: <span className="tabular-nums">{format(point.value)}</span>
      </p>
      <p className="mt-0.5 text-muted">
        {longDay(point.beforeDate)}: <span className="tabular-nums">{format(point.before)}</span>
      </p>
    </div>
  )
}

function PointTable({ title, points, format }: Pick<StatsChartProps, 'title' | 'points' | 'format'>) {
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-3 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm py-1 text-muted text-xs underline decoration-line-strong underline-offset-4 hover:text-fg">
        Show as table
      </summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table must be reachable by keyboard
        <section tabIndex={0} aria-label={`${title}, as a table`} className="mt-2 max-h-72 overflow-auto">
          <table className="w-full">
            <caption className="sr-only">{title}</caption>
            <thead className="sticky top-0 bg-surface text-left text-muted text-xs">
              <tr>
                <th scope="col" className="py-1.5 font-medium">
                  Day
                </th>
                <th scope="col" className="py-1.5 pl-3 text-right font-medium">
                  This period
                </th>
                <th scope="col" className="py-1.5 pl-3 text-right font-medium">
                  Before
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {points.toReversed().map((point) => (
                <tr key={point.date}>
                  <th scope="row" className="py-1.5 text-left font-normal text-muted">
                    {longDay(point.date)}
                  </th>
                  <td className="py-1.5 pl-3 text-right tabular-nums text-fg">{format(point.value)}</td>
                  <td className="py-1.5 pl-3 text-right tabular-nums text-muted">{format(point.before)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  )
}
