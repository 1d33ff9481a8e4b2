import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CancelInput, TimelinePart } from '#shared/orders/contract.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import type { RefundStatus, StartRefund } from '#shared/refunds/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import type { orderRoutes } from '../../../worker/features/orders/order-routes.ts'
import type { orderListRoutes } from '../../../worker/features/orders/purchase-routes.ts'
import type { subscriptionManagement } from '../../../worker/features/orders/subscription-routes.ts'
import type { paymentRefundRoutes, refundRoutes } from '../../../worker/features/refunds/admin-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const PURCHASES = '/api/secure-management/purchases'
const PAYMENTS = '/api/secure-management/payments'
const SUBSCRIPTIONS = '/api/secure-management/subscriptions'
const REFUNDS = '/api/secure-management/refunds'

/** The query keys that any change of an order, a subscription or a refund may affect. */
export const ORDER_KEYS = [PURCHASES, PAYMENTS, SUBSCRIPTIONS, REFUNDS]

const purchases = hc<typeof orderListRoutes>(PURCHASES, { fetch: apiFetch })
const orders = hc<typeof orderRoutes>(PAYMENTS, { fetch: apiFetch })
const orderRefunds = hc<typeof paymentRefundRoutes>(PAYMENTS, { fetch: apiFetch })
const refunds = hc<typeof refundRoutes>(REFUNDS, { fetch: apiFetch })
const subscriptions = hc<typeof subscriptionManagement>(SUBSCRIPTIONS, { fetch: apiFetch })

/** Other users change these rows too, so they are refetched whenever a view opens. */
const FRESH = { staleTime: 0 }
const WATCHED_MS = 5000

const pages = { ...FRESH, ...listPages }

export type OrderListFilter = {
  q?: string
  status?: PaymentStatus
  flagged?: 'true'
  product?: string
  from?: string
  to?: string
  user?: string
}

/** The filtered one-time purchases. A search covers all orders. */
export const ordersQuery = (filter: OrderListFilter) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [PURCHASES, filter],
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await purchases.index.$get({ query: { ...filter, cursor } })),
    placeholderData: keepPreviousData,
  })

/** One order with all details, refetched while its payment is pending or a refund is open. */
export const orderQuery = (id: number) =>
  queryOptions({
    ...FRESH,
    queryKey: [PAYMENTS, id],
    queryFn: async () => (await bodyOf(await orders[':id'].$get({ param: { id: String(id) } }))).data,
    refetchInterval: ({ state: { data } }) =>
      data && (data.status === 'pending' || data.openRefund) ? WATCHED_MS : false,
  })

/** Older entries of an order's timeline, from this cursor on. Fetched only when the reader requests a page. */
export const olderQuery = (id: number, part: TimelinePart, from: string | null) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [PAYMENTS, id, part, from],
    initialPageParam: from ?? undefined,
    queryFn: async ({ pageParam: cursor }) => {
      const input = { param: { id: String(id) }, query: { cursor } }
      return part === 'mails'
        ? bodyOf(await orders[':id'].mails.$get(input))
        : bodyOf(await orders[':id'].downloads.$get(input))
    },
    enabled: false,
  })

export const checkOrder = async (id: number) =>
  (await bodyOf(await orders[':id'].check.$post({ param: { id: String(id) } }))).data

/** The effects of a refund of `amount` dollars. Undefined: everything that is left. */
export const refundPreviewQuery = (id: number, amount: number | undefined) =>
  queryOptions({
    ...FRESH,
    queryKey: [PAYMENTS, id, 'refund-preview', amount ?? 'all'],
    queryFn: async () => {
      const query = amount === undefined ? {} : { amount: String(amount) }
      const input = { param: { id: String(id) }, query }
      return (await bodyOf(await orderRefunds[':id']['refund-preview'].$get(input))).data
    },
    placeholderData: keepPreviousData,
  })

export const startRefund = async (id: number, json: StartRefund) =>
  (await bodyOf(await orderRefunds[':id'].refund.$post({ param: { id: String(id) }, json }))).data

/** Refunds in one status, or all, newest first. */
export const refundsQuery = (status: RefundStatus | undefined) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [REFUNDS, status ?? 'all'],
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await refunds.index.$get({ query: { ...(status && { status }), cursor } })),
    placeholderData: keepPreviousData,
  })

export const approveRefund = async (id: number) =>
  (await bodyOf(await refunds[':id'].approve.$post({ param: { id: String(id) } }))).data

export const declineRefund = async (id: number, note: string) =>
  (await bodyOf(await refunds[':id'].decline.$post({ param: { id: String(id) }, json: { note } }))).data

export type SubscriptionListFilter = { q?: string; status?: SubscriptionStatus; user?: string }

export const subscriptionsQuery = (filter: SubscriptionListFilter) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [SUBSCRIPTIONS, filter],
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await subscriptions.index.$get({ query: { ...filter, cursor } })),
    placeholderData: keepPreviousData,
  })

/** A subscription. Each page adds more of its payments. */
export const subscriptionQuery = (id: number) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: [SUBSCRIPTIONS, id],
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await subscriptions[':id'].$get({ param: { id: String(id) }, query: { limit: '12', cursor } })),
  })

export const cancelSubscription = async (id: number, json: CancelInput) =>
  bodyOf(await subscriptions[':id'].cancel.$post({ param: { id: String(id) }, json }))

export const resumeSubscription = async (id: number) =>
  bodyOf(await subscriptions[':id'].resume.$post({ param: { id: String(id) } }))

/** Mails a product to its buyer again, with a new link. */
export const resendProduct = (userId: number, productId: number) =>
  apiFetch(`/api/secure-management/recovery/resend-email/${userId}/${productId}`, { method: 'POST' })
