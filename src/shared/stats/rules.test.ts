import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../worker/testing/depth.ts'
import { statsQuery } from './contract.ts'
import {
  type DayRow,
  dateOf,
  dayOf,
  daysOf,
  drawnOf,
  figuresOf,
  growthOf,
  netCentsOf,
  periodBefore,
  periodOf,
  piecesOf,
  type RunningTotals,
  SUM_NAMES,
  type Sums,
  sumOf,
  toStatsDay,
  totalsBefore,
} from './rules.ts'

const TODAY = dayOf(Date.parse('2026-11-21T13:00:00Z'))
const datesOf = ({ from, to }: { from: number; to: number }) => [dateOf(from), dateOf(to)]

const NONE = Object.fromEntries(SUM_NAMES.map((name) => [name, 0])) as Sums
const EMPTY: RunningTotals = { mrrCents: 0, subscriptions: 0, users: 0 }

const count = fc.integer({ min: -500, max: 100_000 })
const sums = fc.record(
  Object.fromEntries(SUM_NAMES.map((name) => [name, count])) as Record<keyof Sums, fc.Arbitrary<number>>,
)
/** Rows for some days of a month. */
const rows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 100, max: 130 }), sums), { selector: ([day]) => day })
  .map((days): DayRow[] => days.map(([day, one]) => ({ ...one, day })).toSorted((a, b) => a.day - b.day))
const running = fc.record({ mrrCents: count, subscriptions: count, users: count })

test('a range gives UTC days up to today, and the period before has the same number of days', () => {
  const of = (query: object) => datesOf(periodOf(statsQuery.parse(query), TODAY))
  expect(of({ range: 'today' })).toEqual(['2026-11-21', '2026-11-21'])
  expect(of({ range: '7d' })).toEqual(['2026-11-15', '2026-11-21'])
  expect(of({})).toEqual(['2026-10-23', '2026-11-21'])
  expect(of({ range: '90d' })).toEqual(['2026-08-24', '2026-11-21'])
  expect(of({ range: 'custom', from: '2026-01-01', to: '2026-01-31' })).toEqual(['2026-01-01', '2026-01-31'])
  const week = periodOf(statsQuery.parse({ range: '7d' }), TODAY)
  expect(datesOf(periodBefore(week))).toEqual(['2026-11-08', '2026-11-14'])
})

test('a custom range ends today at the latest, because some time zones are a day ahead', () => {
  const ahead = statsQuery.parse({ range: 'custom', from: '2026-11-20', to: '2026-12-24' })
  expect(datesOf(periodOf(ahead, TODAY))).toEqual(['2026-11-20', '2026-11-21'])
})

test.each([
  [{ range: 'custom' }, 'Choose the first day.'],
  [{ range: 'custom', from: '2026-02-01' }, 'Choose the last day.'],
  [{ range: 'custom', from: '2026-02-01', to: '2026-01-01' }, 'The last day must not be before the first.'],
  [{ range: 'custom', from: '2025-01-01', to: '2026-01-02' }, 'A range has at most 366 days.'],
])('%j is refused: %s', (query, message) => {
  expect(statsQuery.safeParse(query).error?.issues[0]?.message).toBe(message)
})

test('a leap year is a valid range; a day that does not exist and an unknown range are refused', () => {
  expect(statsQuery.safeParse({ range: 'custom', from: '2024-01-01', to: '2024-12-31' }).success).toBe(true)
  expect(statsQuery.safeParse({ range: 'custom', from: '2026-02-30', to: '2026-03-01' }).success).toBe(false)
  expect(statsQuery.safeParse({ range: 'year' }).success).toBe(false)
})

test('a period of fewer than seven days is drawn with the days before it', () => {
  expect(drawnOf({ from: TODAY, to: TODAY })).toEqual({ from: TODAY - 6, to: TODAY })
  expect(drawnOf({ from: TODAY - 29, to: TODAY })).toEqual({ from: TODAY - 29, to: TODAY })
})

// spec: stats-growth
test('growth is a fraction of the earlier value, and null if that is zero or a value is missing', () => {
  expect(growthOf(150, 100)).toBe(0.5)
  expect(growthOf(0, 100)).toBe(-1)
  expect(growthOf(100, 100)).toBe(0)
  expect(growthOf(5, -10)).toBe(1.5)
  expect([growthOf(100, 0), growthOf(0, 0), growthOf(null, 1), growthOf(1, null)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the figures of a period are net revenue, averages and rates, and a rate is null if its divisor is zero', () => {
  const brought = {
    ...NONE,
    grossCents: 10_000,
    refundedCents: 1950,
    disputedCents: 550,
    orders: 3,
    refunds: 1,
    checkoutsStarted: 8,
    checkoutsPaid: 2,
    subscriptionsStarted: 4,
    subscriptionsEnded: 2,
  }
  const figures = figuresOf(brought, { mrrCents: 2999, subscriptions: 12, users: 5 })
  expect(figures).toMatchObject({
    revenue: 75,
    gross: 100,
    averageOrder: 33.33,
    refundRate: 0.195,
    disputed: 5.5,
    mrr: 29.99,
    activeSubscriptions: 12,
    churn: 0.2,
    conversion: 0.25,
  })
  const none = figuresOf(NONE, EMPTY)
  expect([none.averageOrder, none.refundRate, none.churn, none.conversion]).toEqual([null, null, null, null])
  expect(none.revenue).toBe(0)
})

test('the days of a series add up to the figures of their period, and the last day has its final totals', () => {
  fc.assert(
    fc.property(rows, running, (all, end) => {
      const period = { from: 100, to: 130 }
      const days = daysOf(all, period, end)
      expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, index) => 100 + index))
      const figures = figuresOf(sumOf(all, period), end)
      const shown = days.map(toStatsDay)
      const add = (name: 'revenue' | 'orders' | 'newCustomers' | 'newAccounts' | 'refunded') =>
        shown.reduce((sum, day) => sum + Math.round(day[name] * 100), 0)
      for (const name of ['revenue', 'orders', 'newCustomers', 'newAccounts', 'refunded'] as const)
        expect(add(name), name).toBe(Math.round(figures[name] * 100))
      expect(shown.at(-1)?.mrr).toBe(figures.mrr)
      // From day to day, the running totals change exactly by the day's own sums.
      for (const [index, day] of days.entries()) {
        const evening = days[index - 1]?.end ?? totalsBefore(end, sumOf(all, period))
        expect(day.end.mrrCents - evening.mrrCents).toBe(day.mrrCents)
        expect(day.end.subscriptions - evening.subscriptions).toBe(
          day.subscriptionsStarted - day.subscriptionsEnded,
        )
        expect(day.end.users - evening.users).toBe(day.accountsCreated - day.accountsDeleted)
      }
    }),
    runs(100),
  )
})

test('the sums of a period equal those of its two parts, wherever the period is cut', () => {
  fc.assert(
    fc.property(rows, running, fc.integer({ min: 100, max: 129 }), (all, end, cut) => {
      const [whole, left, right] = [
        sumOf(all, { from: 100, to: 130 }),
        sumOf(all, { from: 100, to: cut }),
        sumOf(all, { from: cut + 1, to: 130 }),
      ]
      for (const name of SUM_NAMES) expect(left[name] + right[name], name).toBe(whole[name])
      expect(netCentsOf(left) + netCentsOf(right)).toBe(netCentsOf(whole))
      expect(totalsBefore(totalsBefore(end, right), left)).toEqual(totalsBefore(end, whole))
    }),
    runs(100),
  )
})

test('the pieces of a period are its days, each once, and no other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 2, max: 40 }),
      (from, more, length) => {
        const { days, spans } = piecesOf({ from, to: from + more }, length)
        const covered = [
          ...days.flatMap((piece) => rangeOf(piece.from, piece.to)),
          ...spans.flatMap((piece) => rangeOf(piece.from * length, (piece.to + 1) * length - 1)),
        ]
        expect(covered.toSorted((a, b) => a - b)).toEqual(rangeOf(from, from + more))
        expect(days.flatMap((piece) => rangeOf(piece.from, piece.to)).length).toBeLessThan(2 * length)
      },
    ),
    runs(100),
  )
})

const rangeOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
