import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CreateCharge, CreatePayment } from '#shared/payments/contract.ts'
import type { AskRefund } from '#shared/refunds/contract.ts'
import type { coinbaseRoutes } from '../../../worker/features/payments/checkout/coinbase-routes.ts'
import type { paymentRoutes } from '../../../worker/features/payments/routes.ts'
import type { purchaseRoutes } from '../../../worker/features/refunds/purchase-routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const payments = hc<typeof paymentRoutes>('/api/payment', { fetch: apiFetch })
const coinbase = hc<typeof coinbaseRoutes>('/api/coinbase', { fetch: apiFetch })
const purchases = hc<typeof purchaseRoutes>('/api/user/purchases', { fetch: apiFetch })

export const purchasesQuery = () =>
  queryOptions({
    queryKey: ['/api/user/purchases'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await purchases.index.$get({ query: { limit: '100', cursor } }))),
  })

/** A call that hangs is given up, so that the next can be made. */
const ANSWER_MS = 15_000

/**
 * By our id or the provider's checkout id. Never kept: each call asks for the present state of the payment. Under the purchases' key:
 * money that comes to a closed page refreshes what is open of it.
 */
export const paymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['/api/user/purchases', '/api/payment', reference],
    queryFn: async ({ signal }) => {
      const init = { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) }
      return (await bodyOf(await payments[':id'].$get({ param: { id: reference } }, { init }))).data
    },
  })

/** Crypto payments that wait for something. Under the purchases' key, too. */
export const openPaymentsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/purchases', '/api/payment/open'],
    queryFn: async () => (await bodyOf(await payments.open.$get())).data,
  })

/** A page for what is missing of a payment: the address to send the browser to. */
export const payBalance = async (id: number): Promise<{ url: string }> =>
  (await bodyOf(await payments[':id'].rest.$post({ param: { id: String(id) } }))).data

/** Gives back what arrived of a payment outside its sale. */
export const refundUnappliedFunds = async (
  id: number,
): Promise<{ amount: number; claimUrl: string | null }> =>
  (await bodyOf(await payments[':id']['give-back'].$post({ param: { id: String(id) } }))).data

/** Pay pages outside the shop, by plan. */
export const hostedLinksQuery = () =>
  queryOptions({
    queryKey: ['/api/payment/links'],
    queryFn: async () => (await bodyOf(await payments.links.$get())).data,
  })

/** Opens the provider's page: the address to send the browser to. */
export async function createPayment(input: CreatePayment): Promise<{ id: number; url: string }> {
  return (await bodyOf(await payments.create.$post({ json: input }))).data
}

/** Opens a crypto charge: the address of its page. */
export async function createCharge(input: CreateCharge): Promise<{ hostedUrl: string }> {
  return (await bodyOf(await coinbase['create-charge'].$post({ json: input }))).data
}

/** Requests a refund; answers with the changed purchase. */
export const askRefund = async (id: number, input: AskRefund) =>
  (await bodyOf(await purchases[':id'].refund.$post({ param: { id: String(id) }, json: input }))).data
