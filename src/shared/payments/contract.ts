import { z } from 'zod'
import { purchaseRefundSchema, refundableSchema } from '#shared/refunds/contract.ts'

export const PAYMENT_STATUSES = [
  'pending',
  'completed',
  'failed',
  'expired',
  'refunded',
  'partially_refunded',
  'disputed',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PAYMENT_PROVIDERS = ['stripe', 'coinbase', 'btcpay', 'free', 'admin'] as const

export const CRYPTO_PROVIDERS = ['coinbase', 'btcpay'] as const
export type CryptoProvider = (typeof CRYPTO_PROVIDERS)[number]
/** Those that move money; `free` and `admin` only name why none moved. */
export type CollectingProvider = 'stripe' | CryptoProvider

export const PURCHASE_TYPES = ['one-time', 'subscription'] as const
export type PurchaseType = (typeof PURCHASE_TYPES)[number]

export const createPaymentSchema = z.object({
  productId: z.number().int().positive(),
  provider: z.literal('stripe', { error: 'This payment method is not available' }),
  email: z.email('Please enter a valid email address').max(254),
  clientPaymentId: z.string().min(8).max(100),
  purchaseType: z.enum(PURCHASE_TYPES),
  referralCode: z.string().max(64).nullish(),
  /** Hints only: the server knows who asks and what it costs. */
  userId: z.number().int().nullish(),
  discountAmount: z.number().nullish(),
  finalAmount: z.number().nullish(),
  couponId: z.number().int().nullish(),
})
export type CreatePayment = z.infer<typeof createPaymentSchema>

/** Why a checkout was refused with 409: `data.code` of the answer. */
export const PAYMENT_REFUSALS = [
  'owned',
  'stale',
  'price-changed',
  'coupon-refused',
  'in-review',
  'confirming',
] as const
export type PaymentRefusal = (typeof PAYMENT_REFUSALS)[number]

/** What is other than usual about the money of a crypto payment. */
export const SITUATIONS = ['underpaid', 'overpaid', 'late'] as const

/** What we received of a payment, USD. */
const cryptoMoney = {
  receivedAmount: z.number(),
  /** Still to be paid of a payment of which something arrived. */
  dueAmount: z.number(),
  /** Arrived beyond the price of a payment that was made. */
  excessAmount: z.number(),
  /** Went back outside the sale: before it was complete, or because it was too much. */
  returnedAmount: z.number(),
  /** It came when the coupon was used up: the full price counts. */
  discountLost: z.boolean(),
  situation: z.enum(SITUATIONS).nullable(),
  /** A second payment for what its buyer had: nothing was granted, and the shop refunds it. */
  isSecondPayment: z.boolean(),
  /** Where the buyer says which wallet the returned money goes to; null where there is none to say. */
  claimUrl: z.string().nullable(),
}

export const paymentViewSchema = z.object({
  id: z.number().int(),
  productId: z.number().int(),
  productName: z.string(),
  purchaseType: z.enum(PURCHASE_TYPES),
  /** USD. */
  amount: z.number(),
  /** USD, what a coupon took off; of a subscription off its first period. */
  discountAmount: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  needsAttention: z.boolean(),
  /** Its buyer has paid by a method that takes days: it must not be paid again. */
  isProcessing: z.boolean(),
  /** Paid, but its product has no file yet: it is mailed as soon as it has one. */
  awaitsFile: z.boolean(),
  email: z.string().nullable(),
  transactionId: z.string().nullable(),
  createdAt: z.string(),
  paymentDate: z.string().nullable(),
  isCrypto: z.boolean(),
  /** Where an open crypto payment is paid. */
  payUrl: z.string().nullable(),
  ...cryptoMoney,
})
export type PaymentView = z.infer<typeof paymentViewSchema>

export const purchaseSchema = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  productId: z.number().int(),
  amount: z.number(),
  /** What was refunded of it. */
  refundedAmount: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  purchaseType: z.enum(PURCHASE_TYPES),
  /** Who collected it; `free` and `admin` where nobody did. */
  provider: z.enum(PAYMENT_PROVIDERS),
  purchaseDate: z.string(),
  product: z.object({
    id: z.number().int(),
    slug: z.string(),
    name: z.string(),
    imageUrl: z.string().nullable(),
  }),
  user: z.object({ id: z.number().int(), username: z.string(), email: z.string() }),
  refundable: refundableSchema,
  /** The latest refund that was asked for in the shop; null: none was. */
  refund: purchaseRefundSchema.nullable(),
  ...cryptoMoney,
})
export type Purchase = z.infer<typeof purchaseSchema>

/** The plans and scripts that may have pay pages of their own outside the shop. */
export const HOSTED_PLANS = ['premium', 'lifetime', 'monad', 'soneium', 'unichain'] as const
export type HostedPlan = (typeof HOSTED_PLANS)[number]

const payPage = z.url({ protocol: /^https?$/ })

/** External pay pages, as the operator configured them; absent where there is none. */
export const hostedLinksSchema = z.partialRecord(
  z.enum(HOSTED_PLANS),
  z.object({ card: payPage.optional(), crypto: payPage.optional() }),
)
export type HostedLinks = z.infer<typeof hostedLinksSchema>

export const createChargeSchema = z.object({
  productId: z.number().int().positive(),
  email: z.email('Please enter a valid email address').max(254),
  referralCode: z.string().max(64).nullish(),
  clientPaymentId: z.string().min(8).max(100).nullish(),
  couponId: z.number().int().nullish(),
  /** USD. A hint only: the server computes what it costs. */
  amount: z.number().nullish(),
})
export type CreateCharge = z.infer<typeof createChargeSchema>

/** The key of a stored webhook event, as it travels through the queue. */
export const eventMessageSchema = z.object({ provider: z.string(), eventId: z.string() })
export type EventMessage = z.infer<typeof eventMessageSchema>
