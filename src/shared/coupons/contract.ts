import { z } from 'zod'
import { isWholeCents } from '#shared/core/money.ts'

export const DISCOUNT_TYPES = ['percentage', 'fixed_amount', 'free_product'] as const
/** The people a coupon is for. `owners`: those who have one of certain products. */
export const COUPON_AUDIENCES = ['everyone', 'new_customers', 'owners'] as const
export type CouponAudience = (typeof COUPON_AUDIENCES)[number]
export const COUPON_SCOPES = ['all', 'specific_scripts', 'subscriptions', 'one_time'] as const

/** A coupon code: typed in any case, compared in upper case. */
export const couponCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(3, 'Code must be at least 3 characters')
  .max(20, 'Code must not exceed 20 characters')

/** Why a coupon is refused: `data.code` of the response. */
export const COUPON_REFUSALS = [
  'inactive',
  'not-started',
  'expired',
  'used-up',
  'used-by-you',
  'held-by-you',
  'other-product',
  'subscriptions-only',
  'one-time-only',
  'below-minimum',
  'new-customers-only',
  'owners-only',
  'unconfirmed',
  'network',
] as const
export type CouponRefusalCode = (typeof COUPON_REFUSALS)[number]

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

/** USD with at most two decimals. */
const usd = (wrong: string) =>
  z.number({ error: wrong }).min(0, wrong).max(1_000_000, wrong).refine(isWholeCents, 'At most two decimals')

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'Invalid date' })

const wholeFrom1 = (wrong: string) =>
  z.number({ error: wrong }).int(wrong).min(1, wrong).max(1_000_000_000, wrong)

const couponFields = z.object({
  code: couponCode,
  discountType: z.enum(DISCOUNT_TYPES, { error: 'Please select a discount type' }),
  /** A fraction for percentage (0.2 = 20 %), USD for fixed_amount; always 100 for free_product, whatever is sent. */
  discountValue: z
    .number({ error: 'Discount value must be a positive number' })
    .positive('Discount value must be a positive number'),
  description: z.string().trim().min(1, 'Description is required').max(500, 'Description is too long'),
  /** Absent: from now on. */
  startDate: moment.nullish(),
  /** Absent: no end. */
  endDate: moment.nullish(),
  /** Absent: unlimited. */
  maxUses: wholeFrom1('Max uses must be a whole number from 1').nullish(),
  maxUsesPerUser: wholeFrom1('Max uses per user must be a whole number from 1').default(1),
  minPurchaseAmount: usd('Minimum purchase must be 0 or more').default(0),
  isActive: z.boolean().default(true),
  appliesTo: z.enum(COUPON_SCOPES, { error: 'Please select what the coupon applies to' }).default('all'),
  specificScriptIds: z.array(z.number().int().positive()).max(200).default([]),
  audience: z.enum(COUPON_AUDIENCES, { error: 'Please select whom the coupon is for' }).default('everyone'),
  ownerScriptIds: z.array(z.number().int().positive()).max(200).default([]),
})

type Fields = z.output<typeof couponFields>

/** Checks across several fields; the form shows the first failure. */
const CROSS_CHECKS: {
  path: keyof Fields
  wrong: (coupon: Omit<Fields, 'code'>) => boolean
  message: string
}[] = [
  {
    path: 'discountValue',
    wrong: ({ discountType, discountValue }) =>
      discountType === 'percentage' && !(discountValue >= 0.0001 && discountValue <= 1),
    message: 'A percentage is a fraction of at most 1: 0.2 is 20% off',
  },
  {
    path: 'discountValue',
    wrong: ({ discountType, discountValue }) =>
      discountType === 'fixed_amount' && !usd('').min(0.01).safeParse(discountValue).success,
    message: 'A fixed amount is in dollars, with at most two decimals',
  },
  {
    path: 'endDate',
    wrong: ({ startDate, endDate }) =>
      startDate != null && endDate != null && Date.parse(endDate) <= Date.parse(startDate),
    message: 'The end must be after the start',
  },
  {
    path: 'specificScriptIds',
    wrong: ({ appliesTo, specificScriptIds }) =>
      appliesTo === 'specific_scripts' && specificScriptIds.length === 0,
    message: 'Please select at least one product',
  },
  {
    path: 'ownerScriptIds',
    wrong: ({ audience, ownerScriptIds }) => audience === 'owners' && ownerScriptIds.length === 0,
    message: 'Please select at least one product',
  },
]

function crossCheck(coupon: Omit<Fields, 'code'>, context: z.RefinementCtx): void {
  for (const { path, wrong, message } of CROSS_CHECKS) {
    if (wrong(coupon)) context.addIssue({ code: 'custom', path: [path], message })
  }
}

/** The coupon form, for a new coupon. */
export const couponFormSchema = couponFields.superRefine(crossCheck)
export type CouponForm = z.output<typeof couponFormSchema>

/** The most codes of one request. */
export const MOST_CODES = 500

const howMany = `How many codes: 1 to ${MOST_CODES}`

/** Many coupons with random codes, each for one use. */
export const couponBatchSchema = couponFields
  .omit({ code: true, maxUses: true, maxUsesPerUser: true })
  .extend({
    /** The start of every code. A hyphen and eight random characters follow. */
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{2,11}$/, 'A prefix has 2 to 11 letters or digits'),
    count: z.number({ error: howMany }).int(howMany).min(1, howMany).max(MOST_CODES, howMany),
  })
  .superRefine((batch, context) => crossCheck({ ...batch, maxUses: 1, maxUsesPerUser: 1 }, context))
export type CouponBatch = z.output<typeof couponBatchSchema>

/** Some of the coupon's fields. The merged coupon is validated like the form. */
export const couponChangeSchema = z.record(z.string(), z.unknown()).transform((sent) => {
  const known = Object.keys(couponFields.shape)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.includes(name)))
})
export type CouponChange = z.output<typeof couponChangeSchema>

export const couponViewSchema = z.object({
  id: z.number().int(),
  code: z.string(),
  discountType: z.enum(DISCOUNT_TYPES),
  /** Same unit as in the form. */
  discountValue: z.number(),
  description: z.string(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  maxUses: z.number().int().nullable(),
  /** Redeemed uses plus uses reserved by open checkouts. */
  usageCount: z.number().int(),
  maxUsesPerUser: z.number().int(),
  /** USD. */
  minPurchaseAmount: z.number(),
  isActive: z.boolean(),
  appliesTo: z.enum(COUPON_SCOPES),
  specificScriptIds: z.array(z.number().int()),
  audience: z.enum(COUPON_AUDIENCES),
  ownerScriptIds: z.array(z.number().int()),
  createdBy: z.number().int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type CouponView = z.infer<typeof couponViewSchema>

export const USAGE_STATES = ['held', 'redeemed', 'released'] as const

/** The use of a coupon: reserved (stored as `held`) at the checkout, redeemed when paid, released when the payment failed. */
export const couponUsageSchema = z.object({
  id: z.number().int(),
  state: z.enum(USAGE_STATES),
  /** Null once the account is deleted. */
  user: z.object({ id: z.number().int(), username: z.string(), email: z.string() }).nullable(),
  /** The email address for the receipt. */
  email: z.string().nullable(),
  paymentId: z.number().int().nullable(),
  subscriptionId: z.number().int().nullable(),
  product: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** USD. */
  discountAmount: z.number(),
  originalAmount: z.number(),
  finalAmount: z.number(),
  appliedAt: z.string(),
})
export type CouponUsage = z.infer<typeof couponUsageSchema>

export const applyCouponSchema = z
  .object({
    couponId: z.number().int().positive(),
    scriptId: z.number().int().positive(),
    paymentId: z.number().int().positive().nullish(),
    subscriptionId: z.number().int().positive().nullish(),
    /** USD. Hints only: the stored coupon use has the real amounts. */
    originalAmount: z.number().nullish(),
    discountAmount: z.number().nullish(),
    finalAmount: z.number().nullish(),
  })
  .refine(({ paymentId, subscriptionId }) => paymentId != null || subscriptionId != null, {
    path: ['paymentId'],
    message: 'Name the payment or the subscription',
  })
export type ApplyCoupon = z.infer<typeof applyCouponSchema>

export const couponUseSchema = z.object({
  id: z.number().int(),
  couponId: z.number().int(),
  userId: z.number().int().nullable(),
  paymentId: z.number().int().nullable(),
  subscriptionId: z.number().int().nullable(),
  /** USD. */
  discountAmount: z.number(),
  originalAmount: z.number(),
  finalAmount: z.number(),
  appliedAt: z.string(),
})
export type CouponUse = z.infer<typeof couponUseSchema>
