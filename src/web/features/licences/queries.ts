import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { userLicenceRoutes } from '../../../worker/features/licences/routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { LICENCES } from '../../lib/live/message-effects.ts'

const client = hc<typeof userLicenceRoutes>(LICENCES, { fetch: apiFetch })

export const licencesQuery = () =>
  queryOptions({
    queryKey: [LICENCES],
    // Refetched each time the dialog opens: scripts change the devices, and not every change is pushed.
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
