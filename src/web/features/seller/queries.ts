import { queryOptions, useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { shopRoutes } from '../../../worker/features/seller/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof shopRoutes>('/api/shop', { fetch: apiFetch })

export const SHOP_KEY = ['/api/shop']

export const shopQuery = queryOptions({
  queryKey: SHOP_KEY,
  queryFn: async () => (await bodyOf(await client.index.$get())).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The seller; null where none is set; undefined while it is loading. */
export const useSeller = () => useQuery(shopQuery).data?.seller
