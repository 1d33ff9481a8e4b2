import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { emergencyRoutes } from '../../../worker/features/emergency/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const emergency = hc<typeof emergencyRoutes>('/api/emergency', { fetch: apiFetch })

/** The file that this key opens. The check does not count as a use. */
export const emergencyFileQuery = (key: string) =>
  queryOptions({
    queryKey: ['/api/emergency/check', key],
    queryFn: async () => (await bodyOf(await emergency.check.$get({ query: { special_key: key } }))).data,
  })

export const emergencyFilePath = (productId: number, key: string): string =>
  `/api/download/file/${productId}?${new URLSearchParams({ emergency: 'true', special_key: key })}`
