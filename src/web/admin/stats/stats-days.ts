import { STATS_RANGES, type StatsQuery, statsQuery } from '#shared/stats/contract.ts'
import { dateOf, dayOf, periodOf } from '#shared/stats/rules.ts'

export type StatsDays = { from: string; to: string }

/** The UTC dates that a custom range starts with: the dates on the screen, else the requested ones. */
export function firstCustomDays(query: StatsQuery, shown: StatsDays | undefined, now: number): StatsDays {
  if (shown) return { from: shown.from, to: shown.to }
  const { from, to } = periodOf(query.range === 'custom' ? { range: '30d' } : query, dayOf(now))
  return { from: dateOf(from), to: dateOf(to) }
}

/** The days that an address requests. Missing or wrong custom days become the last thirty days. */
export function readStatsQuery(get: (name: string) => string, now: number): StatsQuery {
  const range = STATS_RANGES.find((one) => one === get('range')) ?? '30d'
  if (range !== 'custom') return { range }
  const asked = statsQuery.safeParse({ range, from: get('from'), to: get('to') })
  return asked.success ? asked.data : { range, ...firstCustomDays({ range }, undefined, now) }
}
