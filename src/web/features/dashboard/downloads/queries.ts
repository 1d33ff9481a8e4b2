import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { historyRoutes } from '../../../../worker/features/downloads/history-routes.ts'
import { apiFetch, bodyOf } from '../../../lib/api.ts'

const client = hc<typeof historyRoutes>('/api/user/downloads', { fetch: apiFetch })

const PAGE = 10

/** The account's downloads, newest first, page by page. They are refetched each time they are shown. */
export const downloadsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['/api/user/downloads'],
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await client.index.$get({ query: { limit: String(PAGE), cursor } })),
  })
