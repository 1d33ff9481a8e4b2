import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { catalogueRoutes } from '../../../worker/features/catalogue/routes.ts'
import { allPages } from '../../app/all-pages.ts'
import { apiFetch, bodyOf } from '../../app/api.ts'

const client = hc<typeof catalogueRoutes>('/api/products', { fetch: apiFetch })

export const productsQuery = () =>
  queryOptions({
    queryKey: ['/api/products'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await client.index.$get({ query: { limit: '100', cursor } }))),
  })

export const productQuery = (idOrSlug: number | string) =>
  queryOptions({
    queryKey: ['/api/products', String(idOrSlug)],
    queryFn: async () => (await bodyOf(await client[':id'].$get({ param: { id: String(idOrSlug) } }))).data,
  })
