import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { StatsQuery } from '#shared/stats/contract.ts'
import type { statsRoutes } from '../../../worker/features/stats/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const stats = hc<typeof statsRoutes>('/api/secure-management/stats', { fetch: apiFetch })

/** The statistics of a period. While another period loads, the last one stays visible. */
export const statsQueryOf = (query: StatsQuery) =>
  queryOptions({
    queryKey: ['/api/secure-management/stats', query],
    queryFn: async () => (await bodyOf(await stats.index.$get({ query }))).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
