import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/core/format-number.ts'
import { cn } from '../cn.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

export type StatProps = {
  label: ReactNode
  value: ReactNode
  hint?: ReactNode
  /** The change since the previous period: 0.124 is +12.4 %. */
  change?: number
  /** For figures such as churn: a decrease is shown as good. */
  lowerIsBetter?: boolean
  icon?: ReactNode
  /** Shown at the bottom: a sparkline. */
  children?: ReactNode
  className?: string
}

/** One figure with its name. Put it in a Card or a grid. */
export function Stat({ label, value, hint, change, icon, children, className, ...props }: StatProps) {
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex items-center justify-between gap-2 text-muted text-sm">
        {label}
        {icon ? (
          <span aria-hidden="true" className="text-subtle [&_svg]:size-4">
            {icon}
          </span>
        ) : null}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <span className="truncate pe-1 font-medium text-2xl text-fg tabular-nums tracking-tight">
          {value}
        </span>
        {change === undefined ? null : (
          <Change change={change} good={props.lowerIsBetter ? change < 0 : change > 0} />
        )}
      </div>
      {hint ? <div className="text-subtle text-xs">{hint}</div> : null}
      {children}
    </div>
  )
}

function Change({ change, good }: { change: number; good: boolean }) {
  const flat = Math.abs(change) < 0.0005
  const Icon = flat ? Minus : change > 0 ? ArrowUpRight : ArrowDownRight
  const ink = flat ? 'text-muted' : good ? 'text-success' : 'text-danger'
  return (
    <span className={cn('inline-flex items-center gap-0.5 font-medium tabular-nums text-xs', ink)}>
      <Icon aria-hidden="true" className="size-3.5" />
      <VisuallyHidden>{flat ? 'unchanged ' : change > 0 ? 'up ' : 'down '}</VisuallyHidden>
      {formatNumber(Math.abs(change), {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      })}
    </span>
  )
}
