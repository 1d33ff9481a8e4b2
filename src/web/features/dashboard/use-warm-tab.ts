import { useQueryClient } from '@tanstack/react-query'
import { productsQuery } from '../catalogue/queries.ts'
import { TABS, type TabName } from './dashboard-tabs.ts'

/** Fetches a tab's code ahead, and the catalogue where it will be shown: on hover or focus of what leads there. */
export function useWarmTab(): (tab: TabName) => void {
  const client = useQueryClient()
  return (tab) => {
    TABS[tab].code.preload()
    if (tab === 'scripts') client.prefetchQuery(productsQuery())
  }
}
