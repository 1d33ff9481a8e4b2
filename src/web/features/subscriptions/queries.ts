import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { RenewPrepaid } from '#shared/payments/contract.ts'
import type { renewalRoutes } from '../../../worker/features/payments/checkout/renewal-routes.ts'
import type { portalRoutes } from '../../../worker/features/subscriptions/portal-routes.ts'
import type { subscriptionRoutes } from '../../../worker/features/subscriptions/routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof subscriptionRoutes>('/api/user/subscriptions', { fetch: apiFetch })

export const subscriptionsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/subscriptions'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await client.index.$get({ query: { limit: '100', cursor } }))),
  })

export const cancelSubscription = async (id: number) =>
  bodyOf(await client[':id'].cancel.$post({ param: { id: String(id) } }))

export const resumeSubscription = async (id: number) =>
  bodyOf(await client[':id'].resume.$post({ param: { id: String(id) } }))

const renewals = hc<typeof renewalRoutes>('/api/user/subscriptions', { fetch: apiFetch })
const portal = hc<typeof portalRoutes>('/api/user/billing-portal', { fetch: apiFetch })

/** Opens a crypto charge for another month. Returns the address of its page. */
export const renewSubscription = async (id: number, json: RenewPrepaid): Promise<{ url: string }> =>
  (await bodyOf(await renewals[':id'].renew.$post({ param: { id: String(id) }, json }))).data

/** Returns the address of the provider's page for cards and invoices. */
export const openBillingPortal = async (): Promise<{ url: string }> =>
  (await bodyOf(await portal.index.$post())).data
