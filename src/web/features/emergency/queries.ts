import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { emergencyRoutes } from '../../../worker/features/emergency/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const emergency = hc<typeof emergencyRoutes>('/api/emergency', { fetch: apiFetch })

/** The file that this key opens. The check does not count as a use. */
export const emergencyFileQuery = (key: string) =>
  queryOptions({
    queryKey: ['/api/emergency/check', key],
    queryFn: async () => (await bodyOf(await emergency.check.$post({ json: { special_key: key } }))).data,
  })

/** The address of the file for one download. It works once, for a minute, and does not have the key of the link. */
export const openEmergencyFile = async (key: string): Promise<string> =>
  (await bodyOf(await emergency.open.$post({ json: { special_key: key } }))).data.url
