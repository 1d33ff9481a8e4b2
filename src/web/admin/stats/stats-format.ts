import { formatDay, formatShortDay } from '#shared/core/format-day.ts'
import { formatNumber } from '#shared/core/format-number.ts'
import { formatUsd } from '#shared/core/money.ts'

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

export const usd = formatUsd
/** For an axis: "$1.2K". */
export const shortUsd = (amount: number): string => short.format(amount)
/** For a narrow card: with cents below $100,000, short above. */
export const fittingUsd = (amount: number): string =>
  Math.abs(amount) < 100_000 ? usd(amount) : shortUsd(amount)
export const count = (value: number): string => formatNumber(value)
export const rate = (fraction: number): string =>
  formatNumber(fraction, { style: 'percent', maximumFractionDigits: 1 })

/** The text for a missing value. */
const NOTHING = '–'
export const orNothing = (value: number | null, format: (value: number) => string): string =>
  value === null ? NOTHING : format(value)

/** "3 Nov 2026"; days are UTC. */
export const longDay = (date: string): string => formatDay(date)
/** "3 Nov". */
export const shortDay = (date: string): string => formatShortDay(date)

export const daysFromTo = (from: string, to: string): string =>
  from === to ? longDay(from) : `${longDay(from)} – ${longDay(to)}`
