import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { userLicenceRoutes } from '../../../worker/features/licences/routes.ts'
import { allPages } from '../../app/all-pages.ts'
import { apiFetch, bodyOf } from '../../app/api.ts'
import { LICENCES } from '../../app/live/live-rules.ts'

const client = hc<typeof userLicenceRoutes>(LICENCES, { fetch: apiFetch })

export const licencesQuery = () =>
  queryOptions({
    queryKey: [LICENCES],
    // Asked for again whenever somebody looks: scripts change it, and not every change is told.
    staleTime: 0,
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await client.index.$get({ query: { limit: '100', cursor } }))),
  })

export const releaseDevice = async ({ id, deviceId }: { id: number; deviceId: number }) =>
  bodyOf(
    await client[':id'].devices[':deviceId'].$delete({
      param: { id: String(id), deviceId: String(deviceId) },
    }),
  )

export const changeKey = async (id: number) =>
  bodyOf(await client[':id']['new-key'].$post({ param: { id: String(id) } }))
