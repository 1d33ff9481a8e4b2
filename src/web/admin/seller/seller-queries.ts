import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SaveSeller, SaveTax } from '#shared/seller/contract.ts'
import type { sellerManagement } from '../../../worker/features/seller/manage-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const SELLER = '/api/secure-management/seller'
const seller = hc<typeof sellerManagement>(SELLER, { fetch: apiFetch })

export const sellerQuery = queryOptions({
  queryKey: [SELLER],
  staleTime: 0,
  queryFn: async () => (await bodyOf(await seller.index.$get())).data,
})

export const saveSeller = async (json: SaveSeller) => bodyOf(await seller.index.$put({ json }))

export const taxQuery = queryOptions({
  queryKey: [SELLER, 'tax'],
  staleTime: 0,
  queryFn: async () => (await bodyOf(await seller.tax.$get())).data,
})

export const saveTax = async (json: SaveTax) => bodyOf(await seller.tax.$put({ json }))
