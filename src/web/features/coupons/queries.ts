import { hc } from 'hono/client'
import type { ValidateCoupon } from '#shared/coupons/contract.ts'
import type { couponRoutes } from '../../../worker/features/coupons/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof couponRoutes>('/api/coupons', { fetch: apiFetch })

/** Returns the unchecked body. The caller must check its shape, because the price depends on it. */
export const validateCoupon = async (input: ValidateCoupon): Promise<unknown> =>
  bodyOf(await client.validate.$post({ json: input }))
