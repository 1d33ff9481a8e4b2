import type { StatsQuery } from '#shared/stats/contract.ts'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { readStatsQuery } from './stats-days.ts'

/** The days that the address requests, as a query for the server. */
export function useStatsRange(): [query: StatsQuery, show: (query: StatsQuery) => void] {
  const { get, set } = useAddressFilter()
  const query = readStatsQuery(get, Date.now())
  const show = ({ range, from = '', to = '' }: StatsQuery) => set({ range, from, to })
  return [query, show]
}
