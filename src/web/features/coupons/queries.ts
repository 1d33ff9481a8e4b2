import { hc } from 'hono/client'
import type { ValidateCoupon } from '#shared/coupons/contract.ts'
import type { couponRoutes } from '../../../worker/features/coupons/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof couponRoutes>('/api/coupons', { fetch: apiFetch })

/** The body as it came: money hangs on it, so the caller checks its shape. */
export const validateCoupon = async (input: ValidateCoupon): Promise<unknown> =>
  bodyOf(await client.validate.$post({ json: input }))
