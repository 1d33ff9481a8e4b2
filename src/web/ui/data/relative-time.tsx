import { useEffect, useState } from 'react'
import { formatMoment } from '#shared/core/format-day.ts'
import { formatRelative } from '../../lib/format-relative.ts'
import { cn } from '../cn.ts'
import { LateTooltip } from '../overlays/late-tooltip.tsx'

export type RelativeTimeProps = {
  /** ISO text, milliseconds or a Date. */
  value: string | number | Date
  /** For long lists: the time is no tab stop, and the exact time is in the browser's native tooltip. */
  dense?: boolean
  className?: string
}

/** "5 minutes ago", updated every 30 seconds, with the exact time in a tooltip. */
export function RelativeTime({ value, dense = false, className }: RelativeTimeProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])

  const at = new Date(value).getTime()
  if (Number.isNaN(at)) return null
  const time = (
    <time
      dateTime={new Date(at).toISOString()}
      title={dense ? formatMoment(at) : undefined}
      tabIndex={dense ? undefined : 0}
      suppressHydrationWarning
      className={cn('whitespace-nowrap rounded-xs', className)}
    >
      {formatRelative(at, now)}
    </time>
  )
  return dense ? (
    time
  ) : (
    <LateTooltip content={<span className="font-mono">{formatMoment(at)}</span>}>{time}</LateTooltip>
  )
}
