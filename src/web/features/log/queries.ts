import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { entryRoutes } from '../../../worker/features/log/entry-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof entryRoutes>('/api/log', { fetch: apiFetch })

/** The entries, newest first, page by page; with `hash`, those of the files whose SHA-256 begins with it. */
export const entriesQuery = (hash: string) =>
  infiniteQueryOptions({
    queryKey: hash === '' ? ['/api/log'] : ['/api/log', `hash=${hash}`],
    queryFn: async ({ pageParam }) => {
      const cursor = pageParam === null ? undefined : String(pageParam)
      const query = { limit: '20', cursor, hash: hash === '' ? undefined : hash }
      return bodyOf(await client.index.$get({ query }))
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const checkpointQuery = () =>
  queryOptions({
    queryKey: ['/api/log', 'checkpoint'],
    queryFn: async () => (await bodyOf(await client.checkpoint.$get())).data,
  })

export const entryQuery = (index: string) =>
  queryOptions({
    queryKey: ['/api/log', index],
    queryFn: async () => (await bodyOf(await client[':index'].$get({ param: { index } }))).data,
  })
