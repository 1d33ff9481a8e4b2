import { z } from 'zod'
import { isWholeCents } from '#shared/core/money.ts'

/**
 * review: an admin decides · approved: decided, not yet sent to the provider · pending: the provider processes the
 * refund, or the receiver must claim it · succeeded, failed, declined: final.
 */
export const REFUND_STATUSES = ['review', 'approved', 'pending', 'succeeded', 'failed', 'declined'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const REFUND_ASKERS = ['customer', 'admin'] as const

/** Whether a buyer can get a refund of a purchase: at once, after a review by an admin, or not. */
export const refundableSchema = z.object({
  verdict: z.enum(['at-once', 'review', 'no']),
  /** The amount that would be refunded, in USD. */
  amount: z.number(),
  /** The end of the guarantee; null where it does not apply. */
  until: z.string().nullable(),
  /** Why no refund is possible, or why an admin decides. */
  reason: z.string().nullable(),
  /** The refund also ends the subscription of this period, which is never charged again. */
  endsSubscription: z.boolean(),
})
export type Refundable = z.infer<typeof refundableSchema>

/** The latest refund requested in the shop. */
export const purchaseRefundSchema = z.object({
  status: z.enum(REFUND_STATUSES),
  amount: z.number(),
  askedAt: z.string(),
  /** The page where the receiver names a wallet. */
  claimUrl: z.string().nullable(),
})
export type PurchaseRefund = z.infer<typeof purchaseRefundSchema>

export const askRefundSchema = z.object({
  reason: z.string().trim().max(1000, 'The reason must be at most 1000 characters').nullish(),
})
export type AskRefund = z.infer<typeof askRefundSchema>

/** USD, to the cent. */
const usd = z
  .number()
  .positive('The amount must be a positive number')
  .max(1_000_000)
  .refine(isWholeCents, 'Use at most two decimals')

export const startRefundSchema = z.object({
  /** Absent: everything that is not refunded yet. */
  amount: usd.optional(),
  reason: z.string().trim().min(1, 'Please say why').max(500),
  /** What was left to refund when the admin decided, in USD. Where it is not any more, the refund is refused. */
  left: z.number().optional(),
})
export type StartRefund = z.infer<typeof startRefundSchema>

export const previewQuery = z.object({ amount: z.coerce.number().pipe(usd).optional() })

/** `note` is shown to the buyer. */
export const decideRefundSchema = z.object({ note: z.string().trim().max(1000).nullish() })

/** The effects of a refund of this amount, in addition to the money. */
export const refundPreviewSchema = z.object({
  paymentId: z.number().int(),
  amount: z.number(),
  /** The maximum refund. */
  left: z.number(),
  full: z.boolean(),
  /** Why the refund is not possible; null: it is possible. */
  refusal: z.string().nullable(),
  endsAccess: z.boolean(),
  endsLicence: z.boolean(),
  /** The refund ends the subscription, which is then never charged again. */
  endsSubscription: z.boolean(),
  commission: z.enum(['none', 'reduced', 'cancelled']),
  returnsCouponUse: z.boolean(),
})
export type RefundPreview = z.infer<typeof refundPreviewSchema>

/** A refund as an admin sees it. */
export const refundViewSchema = z.object({
  id: z.number().int(),
  paymentId: z.number().int(),
  productName: z.string(),
  userId: z.number().int().nullable(),
  email: z.string().nullable(),
  amount: z.number(),
  /** The amount paid. */
  paid: z.number(),
  paymentStatus: z.string(),
  status: z.enum(REFUND_STATUSES),
  askedBy: z.enum(REFUND_ASKERS),
  reason: z.string().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type RefundView = z.infer<typeof refundViewSchema>
