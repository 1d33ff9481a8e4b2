import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

export type ProgressProps = {
  /** 0 to `max`; null while the amount is unknown. */
  value: number | null
  max?: number
  /** The accessible name: "Uploading monad.zip". */
  label: string
  /** Shows the label and this text ("62 %", "3.1 of 5.0 MB") above the bar. */
  detail?: ReactNode
  tone?: 'default' | 'success' | 'danger'
  className?: string
}

const fills = { default: 'bg-fg', success: 'bg-success', danger: 'bg-danger' }

export function Progress({ value, max = 100, label, detail, tone = 'default', className }: ProgressProps) {
  const share = value === null ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    <div className={cn('min-w-0', className)}>
      {detail === undefined ? null : (
        <div className="mb-2 flex items-baseline justify-between gap-3 text-sm">
          <span className="truncate text-fg">{label}</span>
          <span className="shrink-0 font-mono text-muted text-xs">{detail}</span>
        </div>
      )}
      {/* A <progress> cannot be styled alike in all browsers. */}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value === null ? undefined : share * max}
        className="h-1.5 overflow-hidden rounded-full bg-surface-2 ring-1 ring-line ring-inset"
      >
        <div
          className={cn(
            'h-full origin-left rounded-full transition-transform',
            fills[tone],
            value === null ? 'w-2/5 animate-slide-bar' : 'w-full',
          )}
          style={value === null ? undefined : { transform: `translateX(${(share - 1) * 100}%)` }}
        />
      </div>
    </div>
  )
}
