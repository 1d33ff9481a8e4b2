import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { OwnPassword } from '#shared/accounts/contract.ts'
import type { lockdownRoutes } from '../../../worker/features/lockdown/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof lockdownRoutes>('/api/user/lockdown', { fetch: apiFetch })

/** What a lockdown would do now, and the report of the last one. */
export const lockdownQuery = () =>
  queryOptions({
    queryKey: ['/api/user/lockdown'],
    queryFn: async () => (await bodyOf(await client.index.$get())).data,
  })

export const lockDown = async (json: OwnPassword) => (await bodyOf(await client.index.$post({ json }))).data
