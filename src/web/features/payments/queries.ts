import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type {
  CreateCharge,
  CreatePayment,
  FindPurchase,
  GuestOrder,
  OpenedCharge,
} from '#shared/payments/contract.ts'
import type { AskRefund } from '#shared/refunds/contract.ts'
import type { coinbaseRoutes } from '../../../worker/features/payments/checkout/coinbase-routes.ts'
import type { guestOrderRoutes } from '../../../worker/features/payments/guest-checkout/guest-order-routes.ts'
import type { paymentRoutes } from '../../../worker/features/payments/routes.ts'
import type { purchaseRoutes } from '../../../worker/features/refunds/purchase-routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const payments = hc<typeof paymentRoutes>('/api/payment', { fetch: apiFetch })
const guestOrders = hc<typeof guestOrderRoutes>('/api/payment/guest', { fetch: apiFetch })
const coinbase = hc<typeof coinbaseRoutes>('/api/coinbase', { fetch: apiFetch })
const purchases = hc<typeof purchaseRoutes>('/api/user/purchases', { fetch: apiFetch })

export const purchasesQuery = () =>
  queryOptions({
    queryKey: ['/api/user/purchases'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await purchases.index.$get({ query: { limit: '100', cursor } }))),
  })

/** The credit for unused Premium, for an upgrade to Lifetime; null: there is none. */
export const upgradeQuery = () =>
  queryOptions({
    queryKey: ['/api/user/subscriptions', '/api/payment/upgrade'],
    queryFn: async () => (await bodyOf(await payments.upgrade.$get())).data,
    staleTime: 0,
  })

/** The trial of a product for this account, as the checkout would decide now; null: the product has none. */
export const trialQuery = (productId: number) =>
  queryOptions({
    queryKey: ['/api/user/subscriptions', '/api/payment/trial', productId],
    queryFn: async () =>
      (await bodyOf(await payments.trial.$get({ query: { productId: String(productId) } }))).data,
    staleTime: 0,
  })

/** A hanging call is aborted after this time, so that the next poll can start. */
const ANSWER_MS = 15_000

/**
 * A payment by our id or the provider's checkout id. Never cached: each call fetches the current state. The key begins
 * with the purchases' key, so that a live message about new money also refetches an open payment.
 */
export const paymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['/api/user/purchases', '/api/payment', reference],
    queryFn: async ({ signal }) => {
      const init = { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) }
      return (await bodyOf(await payments[':id'].$get({ param: { id: reference } }, { init }))).data
    },
  })

/** Open payments. The key also begins with the purchases' key. */
export const openPaymentsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/purchases', '/api/payment/open'],
    queryFn: async () => (await bodyOf(await payments.open.$get())).data,
  })

/** Opens a checkout for the amount due. Returns the address to send the browser to. */
export const payBalance = async (id: number): Promise<{ url: string }> =>
  (await bodyOf(await payments[':id'].balance.$post({ param: { id: String(id) } }))).data

/** Refunds a payment's unapplied funds. */
export const refundUnappliedFunds = async (
  id: number,
): Promise<{ amount: number; claimUrl: string | null }> =>
  (await bodyOf(await payments[':id']['refund-unapplied-funds'].$post({ param: { id: String(id) } }))).data

/** Pay pages outside the shop, by plan. */
export const hostedLinksQuery = () =>
  queryOptions({
    queryKey: ['/api/payment/links'],
    queryFn: async () => (await bodyOf(await payments.links.$get())).data,
  })

/** The country of the account's latest crypto order whose tax went by the country; null: none. */
export const billingCountryQuery = () =>
  queryOptions({
    queryKey: ['/api/user/purchases', '/api/payment/billing-country'],
    queryFn: async () => (await bodyOf(await payments['billing-country'].$get())).data.country,
  })

/** The ways to pay, the same for all visitors. */
export const payMethodsQuery = () =>
  queryOptions({
    queryKey: ['/api/payment/methods'],
    queryFn: async () => (await bodyOf(await payments.methods.$get())).data,
  })

/** Opens a payment. Returns the address of the provider's page. */
export async function createPayment(input: CreatePayment): Promise<{ id: number; url: string }> {
  return (await bodyOf(await payments.create.$post({ json: input }))).data
}

/** Opens a crypto charge. */
export async function createCharge(input: CreateCharge): Promise<OpenedCharge> {
  return (await bodyOf(await coinbase['create-charge'].$post({ json: input }))).data
}

/** Requests a refund. Returns the changed purchase. */
export const askRefund = async (id: number, input: AskRefund) =>
  (await bodyOf(await purchases[':id'].refund.$post({ param: { id: String(id) }, json: input }))).data

/** Opens a checkout without an account. Returns the address of the provider's page. */
export const createGuestOrder = async (json: GuestOrder): Promise<{ url: string }> =>
  (await bodyOf(await guestOrders.index.$post({ json }))).data

/** Has links to earlier purchases mailed to their address. The answer is the same for every address. */
export const findPurchases = async (json: FindPurchase) => bodyOf(await guestOrders.find.$post({ json }))

/** An order that this browser opened without an account. Never cached, as `paymentQuery`. */
export const guestOrderQuery = (reference: string) =>
  queryOptions({
    queryKey: ['/api/payment/guest', reference],
    queryFn: async ({ signal }) => {
      const init = { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) }
      return (await bodyOf(await guestOrders[':id'].$get({ param: { id: reference } }, { init }))).data
    },
  })

/** Corrects the address of a guest order. The receipt goes there, and links that went to the old one end. */
export const correctGuestEmail = async ({ reference, email }: { reference: string; email: string }) =>
  bodyOf(await guestOrders[':id'].email.$post({ param: { id: reference }, json: { email } }))

/**
 * The address of the file of a paid guest order. It works once, for a minute. `productId`: of this product of its bundle.
 */
export const openGuestFile = async (of: {
  reference: string
  productId?: number | undefined
}): Promise<string> => {
  const query = of.productId === undefined ? {} : { productId: String(of.productId) }
  const request = { param: { id: of.reference }, query }
  return (await bodyOf(await guestOrders[':id'].download.$post(request))).data.url
}
