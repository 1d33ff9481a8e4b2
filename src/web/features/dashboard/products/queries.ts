import { hc } from 'hono/client'
import type { EmailProduct } from '#shared/downloads/contract.ts'
import type { emailProductRoutes } from '../../../../worker/features/downloads/email-routes.ts'
import { apiFetch, bodyOf } from '../../../lib/api.ts'

const client = hc<typeof emailProductRoutes>('/api/email', { fetch: apiFetch })

/** Mails the file's link to this address. @throws ApiError */
export const emailProduct = async (productId: number, json: EmailProduct) =>
  bodyOf(await client.product[':id'].$post({ param: { id: String(productId) }, json }))
