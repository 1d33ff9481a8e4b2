import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SecurityKind } from '#shared/core/security-kinds.ts'
import type { securityRoutes } from '../../../worker/features/security/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const SECURITY = '/api/secure-management/security'
const security = hc<typeof securityRoutes>(SECURITY, { fetch: apiFetch })

/** The lists of the tab, refetched each time it is opened. */
const list = { staleTime: 0, ...listPages }

export const countsQuery = infiniteQueryOptions({
  queryKey: [SECURITY],
  ...list,
  queryFn: async () => bodyOf(await security.index.$get()),
})

export const eventsQuery = (kind: SecurityKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [SECURITY, 'events', kind],
    ...list,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await security.events.$get({ query: { kind, limit: '10', cursor } })),
  })

export const SESSIONS_KEY = [SECURITY, 'sessions']
export const staffSessionsQuery = infiniteQueryOptions({
  queryKey: SESSIONS_KEY,
  ...list,
  queryFn: async ({ pageParam: cursor }) =>
    bodyOf(await security.sessions.$get({ query: { limit: '25', cursor } })),
})

export const staffFactorsQuery = infiniteQueryOptions({
  queryKey: [SECURITY, 'staff'],
  ...list,
  queryFn: async ({ pageParam: cursor }) =>
    bodyOf(await security.staff.$get({ query: { limit: '25', cursor } })),
})

export const actsQuery = infiniteQueryOptions({
  queryKey: [SECURITY, 'acts'],
  ...list,
  queryFn: async ({ pageParam: cursor }) =>
    bodyOf(await security.acts.$get({ query: { limit: '10', cursor } })),
})
