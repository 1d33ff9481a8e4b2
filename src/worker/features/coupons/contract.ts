import { z } from 'zod'

export const DISCOUNT_TYPES = ['percentage', 'fixed_amount', 'free_product'] as const
export const COUPON_SCOPES = ['all', 'specific_scripts', 'subscriptions', 'one_time'] as const

/** Typed in any case; compared in upper case. */
export const couponCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(3, 'Code must be at least 3 characters')
  .max(20, 'Code must not exceed 20 characters')

export const validateCouponSchema = z.object({
  code: couponCode,
  scriptId: z.number().int().positive(),
  /** USD. A hint only: the server knows the price. */
  amount: z.number().nullish(),
})
export type ValidateCoupon = z.infer<typeof validateCouponSchema>

export const couponOfferSchema = z.object({
  coupon: z.object({
    id: z.number().int(),
    code: z.string(),
    discountType: z.enum(DISCOUNT_TYPES),
    /** A fraction for percentage (0.2 = 20 %), USD for fixed_amount, 100 for free_product. */
    discountValue: z.number(),
    description: z.string(),
    appliesTo: z.enum(COUPON_SCOPES),
  }),
  /** USD. */
  discountAmount: z.number(),
  /** USD. */
  finalAmount: z.number(),
})
export type CouponOffer = z.infer<typeof couponOfferSchema>
