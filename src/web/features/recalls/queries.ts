import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { recallRoutes } from '../../../worker/features/recalls/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { RECALLS } from '../../lib/live/message-effects.ts'

const client = hc<typeof recallRoutes>(RECALLS, { fetch: apiFetch })

/** The recalls that the viewer has not confirmed. Asked once, and again after a live notification about a recall. */
export const recallsQuery = () =>
  queryOptions({
    queryKey: [RECALLS],
    queryFn: async () => (await bodyOf(await client.index.$get())).data,
  })

export const confirmRecall = async (releaseId: number) =>
  bodyOf(await client[':id'].seen.$post({ param: { id: String(releaseId) } }))
