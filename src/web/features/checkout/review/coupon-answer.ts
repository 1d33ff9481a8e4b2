import { z } from 'zod'
import { type CouponOffer, couponOfferSchema } from '#shared/coupons/contract.ts'
import { ApiError, NO_ANSWER, reasonOf } from '../../../lib/api.ts'

const granted = z.object({ success: z.literal(true), data: couponOfferSchema })
const refused = z.object({ success: z.literal(false), message: z.string().optional() })

export type CouponAnswer =
  | { kind: 'offer'; offer: CouponOffer }
  /** `title` and `message` are the toast's texts. */
  | { kind: 'refused'; title: 'Invalid coupon' | 'Error applying coupon'; message: string }
  | { kind: 'signed-out' }

/** Interprets the server's response to a code. A body of another shape gives no discount. */
export function readCouponAnswer(body: unknown): CouponAnswer {
  const yes = granted.safeParse(body)
  if (yes.success) return { kind: 'offer', offer: yes.data.data }
  const no = refused.safeParse(body)
  return no.success
    ? { kind: 'refused', title: 'Invalid coupon', message: no.data.message ?? 'Failed to validate coupon' }
    : {
        kind: 'refused',
        title: 'Error applying coupon',
        message: 'Invalid response format from server',
      }
}

/** Interprets a failed call: the server refused the code, or the code could not be checked. */
export function readCouponFailure(error: unknown): CouponAnswer {
  const status = error instanceof ApiError ? error.status : NO_ANSWER
  if (status === 401) return { kind: 'signed-out' }
  const judged = status === 400 || status === 404 || status === 422
  return judged
    ? { kind: 'refused', title: 'Invalid coupon', message: reasonOf(error, 'Failed to validate coupon') }
    : { kind: 'refused', title: 'Error applying coupon', message: reasonOf(error, 'Failed to apply coupon') }
}
