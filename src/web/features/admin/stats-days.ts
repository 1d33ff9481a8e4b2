import type { StatsQuery } from '../../../worker/features/stats/contract.ts'
import { dateOf, dayOf, periodOf } from '../../../worker/features/stats/rules.ts'

export type StatsDays = { from: string; to: string }

/** UTC dates with which a range of one's own begins: those on the screen, or where none are yet, those that are asked for. */
export function firstCustomDays(query: StatsQuery, shown: StatsDays | undefined, now: number): StatsDays {
  if (shown) return { from: shown.from, to: shown.to }
  const { from, to } = periodOf(query.range === 'custom' ? { range: '30d' } : query, dayOf(now))
  return { from: dateOf(from), to: dateOf(to) }
}
