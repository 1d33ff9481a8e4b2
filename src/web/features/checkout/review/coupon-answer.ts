import { z } from 'zod'
import { type CouponOffer, type CouponRefusalCode, couponOfferSchema } from '#shared/coupons/contract.ts'
import { ApiError, NO_ANSWER, reasonOf } from '../../../lib/api.ts'

const granted = z.object({ success: z.literal(true), data: couponOfferSchema })
const refused = z.object({ success: z.literal(false), message: z.string().optional() })

export type CouponAnswer =
  | { kind: 'offer'; offer: CouponOffer }
  /** `title` and `message` are the toast's texts. */
  | {
      kind: 'refused'
      title: 'Invalid coupon' | 'Error applying coupon'
      message: string
      /** True if the code cannot be used by this buyer any more, for any product. */
      ended?: true
    }
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
  if (!judged) {
    return {
      kind: 'refused',
      title: 'Error applying coupon',
      message: reasonOf(error, 'Failed to apply coupon'),
    }
  }
  const message = reasonOf(error, 'Failed to validate coupon')
  return {
    kind: 'refused',
    title: 'Invalid coupon',
    message,
    ...(hasEnded(error, status) && { ended: true }),
  }
}

const reason = z.object({ code: z.string() })

/** The refusals after which the code is of no use. Others end: another product, a confirmed address, a later day. */
const ENDED: ReadonlySet<string> = new Set<CouponRefusalCode>([
  'inactive',
  'expired',
  'used-up',
  'used-by-you',
])

function hasEnded(error: unknown, status: number): boolean {
  if (status === 404) return true
  const found = reason.safeParse(error instanceof ApiError ? error.data : null)
  return found.success && ENDED.has(found.data.code)
}
