import { toUsd } from '#shared/core/money.ts'
import type { Stats, StatsQuery } from '#shared/stats/contract.ts'
import {
  dateOf,
  dayOf,
  daysOf,
  drawnOf,
  figuresOf,
  growthOf,
  growthOfAll,
  periodBefore,
  periodOf,
  type RunningTotals,
  type StatedDay,
  type Sums,
  sumOf,
  toStatsDay,
  totalsBefore,
} from '#shared/stats/rules.ts'
import type { Db } from '../../db/client.ts'
import { readDays, readShop } from './store.ts'

/** A period beside the one before it. */
export async function showStats(db: Db, query: StatsQuery, now: number): Promise<Stats> {
  const period = periodOf(query, dayOf(now))
  const before = periodBefore(period)
  const drawn = drawnOf(period)
  const drawnBefore = periodBefore(drawn)
  const read = { from: Math.min(before.from, drawnBefore.from), to: period.to }
  const { days, since, totals, products, taxes } = await readShop(db, read, period, before)
  const end = totalsAt(totals, since)
  const sums = sumOf(days, period)
  const ended = totalsBefore(end, sums)
  const [figures, compared] = [figuresOf(sums, end), figuresOf(sumOf(days, before), ended)]
  const all = daysOf(days, { from: drawnBefore.from, to: drawn.to }, end)
  const length = drawn.to - drawn.from + 1
  return {
    from: dateOf(period.from),
    to: dateOf(period.to),
    before: { from: dateOf(before.from), to: dateOf(before.to) },
    current: figures,
    previous: compared,
    growth: growthOfAll(figures, compared),
    series: all.slice(length).map((row, index) => ({
      current: toStatsDay(row),
      previous: toStatsDay(all[index] ?? row),
    })),
    topProducts: products.map(({ revenueCents, revenueBeforeCents, ...product }) => ({
      ...product,
      revenue: toUsd(revenueCents),
      revenueBefore: toUsd(revenueBeforeCents),
      growth: growthOf(revenueCents, revenueBeforeCents),
    })),
    taxes: taxes.map(({ country, amountCents, taxCents, unknownSales }) => ({
      country: country || null,
      amount: toUsd(amountCents),
      tax: toUsd(taxCents),
      unknownSales,
    })),
  }
}

/** Every day of a period with all its figures, for the CSV export. */
export async function listStatsDays(db: Db, query: StatsQuery, now: number): Promise<StatedDay[]> {
  const period = periodOf(query, dayOf(now))
  const { days, since, totals } = await readDays(db, period)
  return daysOf(days, period, totalsAt(totals, since))
}

function totalsAt(totals: RunningTotals | undefined, since: Sums | undefined): RunningTotals {
  if (!totals || !since) throw new Error('The shop has no totals: a migration is missing')
  return totalsBefore(totals, since)
}
