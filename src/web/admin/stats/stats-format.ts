import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '../../lib/format-usd.ts'

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const whole = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export const usd = formatUsd
/** For an axis: "$1.2K". */
export const shortUsd = (amount: number): string => short.format(amount)
/** For a narrow card: with cents below $100,000, short above. */
export const fittingUsd = (amount: number): string =>
  Math.abs(amount) < 100_000 ? usd(amount) : shortUsd(amount)
export const count = (value: number): string => whole.format(value)
export const rate = (fraction: number): string => percent.format(fraction)

/** The text for a missing value. */
const NOTHING = '–'
export const orNothing = (value: number | null, format: (value: number) => string): string =>
  value === null ? NOTHING : format(value)

/** "3 Nov 2026"; days are UTC. */
export const longDay = (date: string): string => formatDay(date)
/** "3 Nov". */
export const shortDay = (date: string): string => formatDay(date).slice(0, -5)

export const daysFromTo = (from: string, to: string): string =>
  from === to ? longDay(from) : `${longDay(from)} – ${longDay(to)}`
