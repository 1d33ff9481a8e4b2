import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Elevate } from '../../../worker/features/admin/contract.ts'
import type { elevateRoutes } from '../../../worker/features/admin/elevate-routes.ts'
import type { DeliveryStatus } from '../../../worker/features/email/contract.ts'
import type { emailRoutes } from '../../../worker/features/email/routes.ts'
import { apiFetch, bodyOf } from '../../app/api.ts'

const elevation = hc<typeof elevateRoutes>('/api/auth/secure-operations', { fetch: apiFetch })
const deliveries = hc<typeof emailRoutes>('/api/secure-management/email-deliveries', { fetch: apiFetch })

export const elevate = async (json: Elevate) => bodyOf(await elevation['elevate-permissions'].$post({ json }))

/** Mails in one status, newest first, page by page. */
export const deliveriesQuery = (status: DeliveryStatus) =>
  infiniteQueryOptions({
    queryKey: ['/api/secure-management/email-deliveries', status],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await deliveries.index.$get({ query: { status, limit: '20', cursor } })),
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : String(nextCursor)),
  })

export const resendDelivery = async (id: number) =>
  bodyOf(await deliveries[':id'].retry.$post({ param: { id: String(id) } }))
