import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { GuestWithdraw, Withdraw, Withdrawn } from '#shared/contracts/contract.ts'
import type { contractRoutes } from '../../../worker/features/contracts/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof contractRoutes>('/api/contracts', { fetch: apiFetch })

/** The account's contracts, with the right of withdrawal of each. */
export const contractsQuery = () =>
  queryOptions({
    queryKey: ['/api/contracts'],
    queryFn: async () => (await bodyOf(await client.index.$get())).data,
    staleTime: 0,
  })

export const withdraw = async (json: Withdraw): Promise<Withdrawn> =>
  (await bodyOf(await client.withdraw.$post({ json }))).data

export const withdrawAsGuest = async (json: GuestWithdraw): Promise<Withdrawn> =>
  (await bodyOf(await client['withdraw-as-guest'].$post({ json }))).data
