import { toUsd } from '#shared/core/money.ts'
import { DAY } from '#shared/core/time.ts'
import type { FigureName, Figures, StatsDay, StatsQuery } from './contract.ts'

/** Days since 1970-01-01 UTC, as in the tables; both ends included. */
export type Period = { from: number; to: number }

/** The sums of one or several days: columns of the table, in the table's units. */
export type Sums = {
  orders: number
  newCustomers: number
  referredOrders: number
  grossCents: number
  refundedCents: number
  refunds: number
  disputedCents: number
  discountCents: number
  commissionCents: number
  checkoutsStarted: number
  checkoutsPaid: number
  subscriptionsStarted: number
  subscriptionsEnded: number
  mrrCents: number
  accountsCreated: number
  accountsDeleted: number
}
export type DayRow = Sums & { day: number }

/** The totals at the end of a day. */
export type RunningTotals = { mrrCents: number; subscriptions: number; users: number }

/** Minimum number of days in a chart. Hours are not stored, so a chart of fewer days has too few points. */
export const SHORTEST_SERIES = 7

const LENGTHS = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const

export const dayOf = (instant: number): number => Math.floor(instant / DAY)
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

const lengthOf = ({ from, to }: Period): number => to - from + 1

/** The requested days, up to today: an admin east of Greenwich can request tomorrow's UTC date. */
export function periodOf({ range, from, to }: StatsQuery, today: number): Period {
  if (range !== 'custom') return { from: today - LENGTHS[range] + 1, to: today }
  const [first, last] = [dayOf(Date.parse(from ?? '')), dayOf(Date.parse(to ?? ''))]
  return { from: Math.min(first, today), to: Math.min(last, today) }
}

/** The period of the same length directly before. */
export const periodBefore = (period: Period): Period => ({
  from: period.from - lengthOf(period),
  to: period.from - 1,
})

/** The whole spans of `length` days in a period (span 0 begins with day 0), and the ranges of days before and after them. */
export function piecesOf({ from, to }: Period, length: number): { days: Period[]; spans: Period[] } {
  const [first, last] = [Math.ceil(from / length), Math.floor((to + 1) / length) - 1]
  if (last < first) return { days: [{ from, to }], spans: [] }
  const around = [
    { from, to: first * length - 1 },
    { from: (last + 1) * length, to },
  ]
  return { days: around.filter((days) => days.from <= days.to), spans: [{ from: first, to: last }] }
}

/** The days of the chart: the period; if it is too short, the last SHORTEST_SERIES days up to its end. */
export const drawnOf = (period: Period): Period => ({
  from: Math.min(period.from, period.to - SHORTEST_SERIES + 1),
  to: period.to,
})

const NOTHING: Sums = {
  orders: 0,
  newCustomers: 0,
  referredOrders: 0,
  grossCents: 0,
  refundedCents: 0,
  refunds: 0,
  disputedCents: 0,
  discountCents: 0,
  commissionCents: 0,
  checkoutsStarted: 0,
  checkoutsPaid: 0,
  subscriptionsStarted: 0,
  subscriptionsEnded: 0,
  mrrCents: 0,
  accountsCreated: 0,
  accountsDeleted: 0,
}
export const SUM_NAMES = Object.keys(NOTHING) as (keyof Sums)[]

/** The sums over the days of the period. A day without a row counts as zero. */
export function sumOf(rows: readonly DayRow[], { from, to }: Period): Sums {
  const sums = { ...NOTHING }
  for (const row of rows) {
    if (row.day >= from && row.day <= to) for (const name of SUM_NAMES) sums[name] += row[name]
  }
  return sums
}

/** The totals before these days: `end`, less the sums of the days. */
export const totalsBefore = (end: RunningTotals, passed: Sums): RunningTotals => ({
  mrrCents: end.mrrCents - passed.mrrCents,
  subscriptions: end.subscriptions - passed.subscriptionsStarted + passed.subscriptionsEnded,
  users: end.users - passed.accountsCreated + passed.accountsDeleted,
})

export const netCentsOf = (sums: Pick<Sums, 'grossCents' | 'refundedCents' | 'disputedCents'>): number =>
  sums.grossCents - sums.refundedCents - sums.disputedCents

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** The figures of a period, from its sums and the totals at its end. */
export function figuresOf(sums: Sums, end: RunningTotals): Figures {
  const average = ratio(sums.grossCents, sums.orders)
  return {
    revenue: toUsd(netCentsOf(sums)),
    gross: toUsd(sums.grossCents),
    orders: sums.orders,
    averageOrder: average === null ? null : toUsd(Math.round(average)),
    refunds: sums.refunds,
    refunded: toUsd(sums.refundedCents),
    refundRate: ratio(sums.refundedCents, sums.grossCents),
    disputed: toUsd(sums.disputedCents),
    discounts: toUsd(sums.discountCents),
    mrr: toUsd(end.mrrCents),
    activeSubscriptions: end.subscriptions,
    subscriptionsStarted: sums.subscriptionsStarted,
    subscriptionsEnded: sums.subscriptionsEnded,
    churn: ratio(sums.subscriptionsEnded, totalsBefore(end, sums).subscriptions),
    checkoutsStarted: sums.checkoutsStarted,
    checkoutsPaid: sums.checkoutsPaid,
    conversion: ratio(sums.checkoutsPaid, sums.checkoutsStarted),
    newCustomers: sums.newCustomers,
    newAccounts: sums.accountsCreated,
    referredOrders: sums.referredOrders,
    commission: toUsd(sums.commissionCents),
  }
}

/** The change as a fraction of the earlier value; null if that is zero or a value is missing. */
export function growthOf(now: number | null, then: number | null): number | null {
  if (now === null || then === null || then === 0) return null
  return (now - then) / Math.abs(then)
}

export function growthOfAll(now: Figures, then: Figures): Record<FigureName, number | null> {
  const names = Object.keys(now) as FigureName[]
  const entries = names.map((name) => [name, growthOf(now[name], then[name])])
  return Object.fromEntries(entries) as Record<FigureName, number | null>
}

/** A day with the totals at its end. */
export type StatedDay = DayRow & { end: RunningTotals }

/** Every day of the period in order, including days without a row. `end` has the totals after the last day. */
export function daysOf(rows: readonly DayRow[], { from, to }: Period, end: RunningTotals): StatedDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days: StatedDay[] = []
  let running = end
  for (let day = to; day >= from; day--) {
    const row = byDay.get(day) ?? { ...NOTHING, day }
    days.push({ ...row, end: running })
    running = totalsBefore(running, row)
  }
  return days.reverse()
}

export const toStatsDay = (row: StatedDay): StatsDay => ({
  date: dateOf(row.day),
  revenue: toUsd(netCentsOf(row)),
  orders: row.orders,
  mrr: toUsd(row.end.mrrCents),
  newCustomers: row.newCustomers,
  newAccounts: row.accountsCreated,
  refunded: toUsd(row.refundedCents),
})
