import { formatUsd } from '../../ui/format-usd.ts'

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const whole = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const dayAndMonth = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const usd = formatUsd
/** For an axis: "$1.2K". */
export const shortUsd = (amount: number): string => short.format(amount)
export const count = (value: number): string => whole.format(value)
export const rate = (fraction: number): string => percent.format(fraction)

/** Where there is nothing to say. */
const NOTHING = '–'
export const orNothing = (value: number | null, format: (value: number) => string): string =>
  value === null ? NOTHING : format(value)

/** "Nov 3"; days are UTC. */
export const shortDay = (date: string): string => dayAndMonth.format(new Date(date))
/** "Nov 3, 2026". */
export const longDay = (date: string): string => fullDay.format(new Date(date))

export const daysFromTo = (from: string, to: string): string =>
  from === to ? longDay(from) : `${longDay(from)} – ${longDay(to)}`
