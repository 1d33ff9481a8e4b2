import { STATS_RANGES, type StatsQuery, type StatsRange } from '../../../worker/features/stats/contract.ts'
import { useAddressFilter } from './use-address-filter.ts'

const readRange = (text: string): StatsRange => STATS_RANGES.find((range) => range === text) ?? '30d'

/** The days that the address asks for, as the server is asked for them. */
export function useStatsRange(): [query: StatsQuery, show: (query: StatsQuery) => void] {
  const { get, set } = useAddressFilter()
  const range = readRange(get('range'))
  const query: StatsQuery =
    range === 'custom' ? { range, from: get('from') || undefined, to: get('to') || undefined } : { range }
  const show = ({ range, from = '', to = '' }: StatsQuery) => set({ range, from, to })
  return [query, show]
}
