import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Channel } from '#shared/access/contract.ts'
import type { accessRoutes, channelRoutes } from '../../../worker/features/access/routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof accessRoutes>('/api/my-products', { fetch: apiFetch })
const channels = hc<typeof channelRoutes>('/api/products', { fetch: apiFetch })

export const myProductsQuery = () =>
  queryOptions({
    queryKey: ['/api/my-products'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await client.index.$get({ query: { limit: '100', cursor } }))),
  })

/** Chooses stable releases only, or beta versions too. @throws ApiError */
export const chooseChannel = async ({ id, channel }: { id: number; channel: Channel }) =>
  (await bodyOf(await channels[':id'].channel.$put({ param: { id: String(id) }, json: { channel } }))).data
