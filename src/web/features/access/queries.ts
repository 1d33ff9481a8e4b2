import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { accessRoutes } from '../../../worker/features/access/routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof accessRoutes>('/api/my-products', { fetch: apiFetch })

export const myProductsQuery = () =>
  queryOptions({
    queryKey: ['/api/my-products'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await client.index.$get({ query: { limit: '100', cursor } }))),
  })
