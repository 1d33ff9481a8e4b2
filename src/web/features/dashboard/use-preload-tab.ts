import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { myProductsQuery } from '../access/queries.ts'
import { productsQuery } from '../catalogue/queries.ts'
import { purchasesQuery } from '../payments/queries.ts'
import { TABS } from './dashboard-tabs.ts'
import type { TabName } from './tab-names.ts'

/** Preloads a tab's code and lists, on hover or focus of a link to it. Loaded data is not requested again. */
export function usePreloadTab(): (tab: TabName) => void {
  const client = useQueryClient()
  return useCallback(
    (tab) => {
      TABS[tab].code.preload()
      fetchLists(client, tab)
    },
    [client],
  )
}

function fetchLists(client: QueryClient, tab: TabName) {
  if (tab === 'overview' || tab === 'scripts' || tab === 'products') client.prefetchQuery(myProductsQuery())
  if (tab === 'overview' || tab === 'products') client.prefetchQuery(purchasesQuery())
  if (tab === 'scripts') client.prefetchQuery(productsQuery())
}
