import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Elevate } from '#shared/accounts/contract.ts'
import type { DeliveryStatus } from '#shared/email/contract.ts'
import type { elevateRoutes } from '../../../worker/features/accounts/elevate-routes.ts'
import type { testEmailRoutes } from '../../../worker/features/downloads/test-email-routes.ts'
import type { emailRoutes } from '../../../worker/features/email/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const elevation = hc<typeof elevateRoutes>('/api/auth/secure-operations', { fetch: apiFetch })
const deliveries = hc<typeof emailRoutes>('/api/secure-management/email-deliveries', { fetch: apiFetch })

export const elevate = async (json: Elevate) => bodyOf(await elevation['elevate-permissions'].$post({ json }))

const testEmail = hc<typeof testEmailRoutes>('/api/test-email-delivery', { fetch: apiFetch })

/** Mails in one status, or all to one address, newest first, page by page. */
export const deliveriesQuery = (which: { status: DeliveryStatus } | { to: string }) =>
  infiniteQueryOptions({
    queryKey: ['/api/secure-management/email-deliveries', which],
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await deliveries.index.$get({ query: { ...which, limit: '20', cursor } })),
  })

export const resendDelivery = async (id: number) =>
  bodyOf(await deliveries[':id'].retry.$post({ param: { id: String(id) } }))

/** Sends a product's mail to the signed-in admin. */
export const sendTestEmail = async (productId: number) =>
  bodyOf(await testEmail[':id'].$get({ param: { id: String(productId) } }))

const ON_ITS_WAY = new Set<DeliveryStatus>(['queued', 'sending', 'retrying'])

/** One mail, refetched every second until it is sent or undeliverable. */
export const deliveryQuery = (key: string) =>
  queryOptions({
    queryKey: ['/api/secure-management/email-deliveries', 'by-key', key],
    queryFn: async () => (await bodyOf(await deliveries['by-key'][':key'].$get({ param: { key } }))).data,
    refetchInterval: ({ state }) => (state.data && ON_ITS_WAY.has(state.data.status) ? 1000 : false),
  })
