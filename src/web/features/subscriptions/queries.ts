import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { subscriptionRoutes } from '../../../worker/features/subscriptions/routes.ts'
import { allPages } from '../../app/all-pages.ts'
import { apiFetch, bodyOf } from '../../app/api.ts'

const client = hc<typeof subscriptionRoutes>('/api/user/subscriptions', { fetch: apiFetch })

export const subscriptionsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/subscriptions'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await client.index.$get({ query: { limit: '100', cursor } }))),
  })

export const cancelSubscription = async (id: number) =>
  bodyOf(await client[':id'].cancel.$post({ param: { id: String(id) } }))

export const resumeSubscription = async (id: number) =>
  bodyOf(await client[':id'].resume.$post({ param: { id: String(id) } }))
