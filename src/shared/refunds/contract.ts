import { z } from 'zod'
import { isWholeCents } from '#shared/core/money.ts'

/**
 * review: a person decides · approved: decided, the provider is to be told · pending: the provider works on it, or its
 * receiver has to claim it · succeeded, failed, declined: final.
 */
export const REFUND_STATUSES = ['review', 'approved', 'pending', 'succeeded', 'failed', 'declined'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const REFUND_ASKERS = ['customer', 'admin'] as const

/** What a buyer may ask of a purchase: granted at once, decided by a person, or not to be had. */
export const refundableSchema = z.object({
  verdict: z.enum(['at-once', 'review', 'no']),
  /** USD that would come back. */
  amount: z.number(),
  /** The end of the guarantee; null where it does not apply. */
  until: z.string().nullable(),
  /** Why it is not to be had, or why a person decides. */
  reason: z.string().nullable(),
  /** The subscription whose running period it is ends with it, and never charges again. */
  endsSubscription: z.boolean(),
})
export type Refundable = z.infer<typeof refundableSchema>

/** The latest refund that was asked for in the shop. */
export const purchaseRefundSchema = z.object({
  status: z.enum(REFUND_STATUSES),
  amount: z.number(),
  askedAt: z.string(),
  /** Where its receiver says which wallet it goes to. */
  claimUrl: z.string().nullable(),
})
export type PurchaseRefund = z.infer<typeof purchaseRefundSchema>

export const askRefundSchema = z.object({
  reason: z.string().trim().max(1000, 'Please keep it below 1000 characters').nullish(),
})
export type AskRefund = z.infer<typeof askRefundSchema>

/** USD, to the cent. */
const usd = z
  .number()
  .positive('The amount must be a positive number')
  .max(1_000_000)
  .refine(isWholeCents, 'Cents are the smallest unit')

export const startRefundSchema = z.object({
  /** All that is left where it is absent. */
  amount: usd.optional(),
  reason: z.string().trim().min(1, 'Please say why').max(500),
})
export type StartRefund = z.infer<typeof startRefundSchema>

export const previewQuery = z.object({ amount: z.coerce.number().pipe(usd).optional() })

/** `note` is told to the buyer. */
export const decideRefundSchema = z.object({ note: z.string().trim().max(1000).nullish() })

/** What a refund of this amount does besides giving money back. */
export const refundPreviewSchema = z.object({
  paymentId: z.number().int(),
  amount: z.number(),
  /** What could be given back at most. */
  left: z.number(),
  full: z.boolean(),
  /** Why it cannot be done; null where it can. */
  refusal: z.string().nullable(),
  endsAccess: z.boolean(),
  endsLicence: z.boolean(),
  /** Ends the subscription, which then never charges again. */
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
  /** What was paid. */
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
