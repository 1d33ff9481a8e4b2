import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PayoutStatus } from '#shared/referrals/contract.ts'
import type { referralManagement } from '../../../worker/features/referrals/manage-routes.ts'
import type { payoutRoutes } from '../../../worker/features/referrals/payout-routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const PAYOUTS = '/api/secure-management/payouts'
const REFERRALS = '/api/secure-management/referrals'
const payouts = hc<typeof payoutRoutes>(PAYOUTS, { fetch: apiFetch })
const referrals = hc<typeof referralManagement>(REFERRALS, { fetch: apiFetch })

/** The query keys of payouts and commissions. */
export const PAYOUT_KEYS = [[PAYOUTS], [REFERRALS]]

/** Payouts, newest first. The first page of the open ones has their total. */
export const payoutsQuery = (status: PayoutStatus) =>
  infiniteQueryOptions({
    queryKey: [PAYOUTS, { status }],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await payouts.index.$get({ query: { status, limit: '25', cursor } })),
  })

export const payoutQuery = (id: number) =>
  queryOptions({
    queryKey: [PAYOUTS, id],
    staleTime: 0,
    queryFn: async () => (await bodyOf(await payouts[':id'].$get({ param: { id: String(id) } }))).data,
  })

/** All open payouts, across all pages. */
export const fetchOpenPayouts = () =>
  allPages(async (cursor) =>
    bodyOf(await payouts.index.$get({ query: { status: 'open', limit: '100', cursor } })),
  )

export const runPayouts = async () => bodyOf(await payouts.run.$post())

export const markPaid = async ({ id, reference }: { id: number; reference: string }) =>
  bodyOf(await payouts[':id'].paid.$post({ param: { id: String(id) }, json: { reference } }))

/** Entries of the commission ledger: all, an affiliate's, or a payout's. */
export type LedgerParams = { referrer?: string; payout?: string }

export const ledgerQuery = (input: LedgerParams) =>
  infiniteQueryOptions({
    queryKey: [REFERRALS, input],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await referrals.index.$get({ query: { ...input, limit: '25', cursor } })),
  })
