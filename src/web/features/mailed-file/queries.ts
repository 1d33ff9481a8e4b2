import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { mailedLinkRoutes } from '../../../worker/features/downloads/link-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof mailedLinkRoutes>('/api/download', { fetch: apiFetch })

/** The file that the link opens. The check does not count as a download. */
export const mailedFileQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/download/link', token],
    queryFn: async () => (await bodyOf(await client.link.$post({ json: { token } }))).data,
  })

/** The address of the file for one download. It works once, for a minute, and does not have the token of the link. */
export const openMailedFile = async (token: string): Promise<string> =>
  (await bodyOf(await client.link.open.$post({ json: { token } }))).data.url
