import { STATS_RANGES, type StatsQuery, statsQuery } from '#shared/stats/contract.ts'
import { dateOf, dayOf, periodOf } from '#shared/stats/rules.ts'

export type StatsDays = { from: string; to: string }

/** UTC dates with which a range of one's own begins: those on the screen, or where none are yet, those that are asked for. */
export function firstCustomDays(query: StatsQuery, shown: StatsDays | undefined, now: number): StatsDays {
  if (shown) return { from: shown.from, to: shown.to }
  const { from, to } = periodOf(query.range === 'custom' ? { range: '30d' } : query, dayOf(now))
  return { from: dateOf(from), to: dateOf(to) }
}

/** The days that an address asks for; custom days that are missing or wrong in it are the last thirty. */
export function readStatsQuery(get: (name: string) => string, now: number): StatsQuery {
  const range = STATS_RANGES.find((one) => one === get('range')) ?? '30d'
  if (range !== 'custom') return { range }
  const asked = statsQuery.safeParse({ range, from: get('from'), to: get('to') })
  return asked.success ? asked.data : { range, ...firstCustomDays({ range }, undefined, now) }
}
