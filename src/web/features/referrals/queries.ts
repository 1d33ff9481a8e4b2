import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PayoutAddress } from '#shared/referrals/contract.ts'
import type { referralRoutes } from '../../../worker/features/referrals/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof referralRoutes>('/api/user', { fetch: apiFetch })

export const RECENT_REFERRALS = 5

export const recentReferralsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/referrals'],
    queryFn: async () =>
      (await bodyOf(await client.referrals.$get({ query: { limit: String(RECENT_REFERRALS) } }))).data,
  })

export const referralStatsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/referral-stats'],
    queryFn: async () => (await bodyOf(await client['referral-stats'].$get())).data,
  })

export const savePayoutAddress = async (json: PayoutAddress) =>
  bodyOf(await client['payout-address'].$put({ json }))
