import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Billing } from '#shared/invoices/contract.ts'
import type { orderInvoiceRoutes } from '../../../worker/features/invoices/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof orderInvoiceRoutes>('/api/orders', { fetch: apiFetch })

/** The token of a mailed link opens the order without a login. */
const withToken = (token: string | null) =>
  token === null ? {} : { headers: { authorization: `Bearer ${token}` } }

export const invoicesQuery = (reference: string, token: string | null) =>
  queryOptions({
    queryKey: ['/api/orders', reference, 'invoices'],
    queryFn: async () =>
      (await bodyOf(await client[':reference'].invoices.$get({ param: { reference } }, withToken(token))))
        .data,
  })

export const correctBilling = async (reference: string, token: string | null, json: Billing) =>
  bodyOf(await client[':reference'].billing.$put({ param: { reference }, json }, withToken(token)))
