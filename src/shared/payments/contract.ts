import { z } from 'zod'
import { runFactsSchema } from '#shared/catalogue/contract.ts'
import { BUNDLED_MAX } from '#shared/catalogue/terms.ts'
import { turnstileToken } from '#shared/core/turnstile.ts'
import { purchaseRefundSchema, refundableSchema } from '#shared/refunds/contract.ts'
import { countrySchema } from '#shared/seller/contract.ts'

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
/** The providers that move money. `free` and `admin` only give the reason why no money moved. */
export type CollectingProvider = 'stripe' | CryptoProvider

export const PURCHASE_TYPES = ['one-time', 'subscription'] as const
export type PurchaseType = (typeof PURCHASE_TYPES)[number]

/** The version of the text that was ticked (`DELIVERY_CONSENTS`); absent: nothing was, and nothing is lost. */
const deliveryConsent = z.string().max(20).nullish()

/** The buyer's country (ISO 3166-1 alpha-2), for crypto where the tax goes by it; by card Stripe asks. */
const billingCountry = countrySchema.nullish()

/** A new month in crypto. */
export const renewPrepaidSchema = z.object({ billingCountry })
export type RenewPrepaid = z.infer<typeof renewPrepaidSchema>
/** The products of the bundle that the buyer was shown. Where they are others now, the order is refused. */
const bundledIds = z.array(z.number().int()).max(BUNDLED_MAX).nullish()

export const createPaymentSchema = z.object({
  productId: z.number().int().positive(),
  provider: z.literal('stripe', { error: 'This payment method is not available' }),
  email: z.email('Please enter a valid email address').max(254),
  clientPaymentId: z.string().min(8).max(100),
  purchaseType: z.enum(PURCHASE_TYPES),
  referralCode: z.string().max(64).nullish(),
  /** One reminder by mail, where the order is not finished. */
  remind: z.boolean().optional(),
  /** Hints only: the server knows the user and the price. */
  userId: z.number().int().nullish(),
  discountAmount: z.number().nullish(),
  finalAmount: z.number().nullish(),
  couponId: z.number().int().nullish(),
  deliveryConsent,
  bundledIds,
  /** Credits the unused time of Premium to Lifetime; Premium then does not renew. */
  upgrade: z.boolean().nullish(),
  /** Starts the subscription with the product's trial days, of which the buyer was told. */
  trial: z.boolean().nullish(),
  turnstileToken,
})
export type CreatePayment = z.infer<typeof createPaymentSchema>

/** Why an account gets no trial: this person had one, or has not confirmed the address. */
export const TRIAL_REFUSALS = ['used', 'unconfirmed'] as const

export const trialQuerySchema = z.object({ productId: z.coerce.number().int().positive() })

/** The trial of a product for one account; `refusal`: why it begins with a payment instead. */
export const trialSchema = z.object({
  days: z.number().int(),
  refusal: z.enum(TRIAL_REFUSALS).nullable(),
})
export type Trial = z.infer<typeof trialSchema>

/** Why a trial did not start though its page was completed: the person, or the product, has one already. */
export const STOPPED_TRIALS = ['used', 'owned', 'deleted'] as const
export type StoppedTrial = (typeof STOPPED_TRIALS)[number]

/** The credit of an upgrade from Premium to Lifetime, before it is bought. Money in USD. */
export const upgradeSchema = z.object({
  credit: z.number(),
  price: z.number(),
  total: z.number(),
  /** Days of the paid time that are unused, and all of its days. */
  unusedDays: z.number().int(),
  periodDays: z.number().int(),
  /** When Premium ends after the upgrade: with its paid time. */
  premiumEndsAt: z.string(),
  /** Premium would renew without the upgrade. */
  renews: z.boolean(),
})
export type Upgrade = z.infer<typeof upgradeSchema>

/** A purchase without an account: one product, at its own price. */
export const guestOrderSchema = z.object({
  productId: z.number().int().positive(),
  email: z.email('Please enter a valid email address').max(254),
  method: z.enum(['card', 'crypto']),
  clientPaymentId: z.string().min(8).max(100),
  referralCode: z.string().max(64).nullish(),
  /** One reminder by mail, where the order is not finished. */
  remind: z.boolean().optional(),
  deliveryConsent,
  billingCountry,
  bundledIds,
  /** The price that the buyer was shown, in USD. */
  finalAmount: z.number().nullish(),
  turnstileToken,
})
export type GuestOrder = z.infer<typeof guestOrderSchema>

export const findPurchaseSchema = guestOrderSchema.pick({ email: true })
export type FindPurchase = z.infer<typeof findPurchaseSchema>

/** Why a checkout was refused with 409: `data.code` of the response. */
export const PAYMENT_REFUSALS = [
  'owned',
  'stale',
  'price-changed',
  'coupon-refused',
  'trial-refused',
  'in-review',
  'confirming',
  'consent-changed',
  'contents-changed',
] as const
export type PaymentRefusal = (typeof PAYMENT_REFUSALS)[number]

/** The irregularities of a crypto payment. */
export const SITUATIONS = ['underpaid', 'overpaid', 'late'] as const

/** The amounts received for a payment, in USD. */
const cryptoMoneySchema = z.object({
  receivedAmount: z.number(),
  /** The amount due after a partial payment. */
  dueAmount: z.number(),
  /** The amount received beyond the price of a paid payment. */
  excessAmount: z.number(),
  /** Refunded outside the sale: before the payment was complete, or because it was more than the price. */
  returnedAmount: z.number(),
  /** The money arrived after the discount had ended: the full price applies. */
  discountLost: z.boolean(),
  situation: z.enum(SITUATIONS).nullable(),
  /** A second payment for a product that the buyer had already: it grants nothing, and the shop refunds it. */
  isSecondPayment: z.boolean(),
  /** Such a payment that is refunded because its card had used the coupon for another account. */
  couponReused: z.boolean(),
  /** The page where the buyer names the wallet for refunded money; null where no wallet is needed. */
  claimUrl: z.string().nullable(),
})

export const paymentViewSchema = cryptoMoneySchema.extend({
  id: z.number().int(),
  /** The order's reference, `WF-7K3M-Q9TX`. */
  orderReference: z.string(),
  productId: z.number().int(),
  productName: z.string(),
  purchaseType: z.enum(PURCHASE_TYPES),
  /** USD. */
  amount: z.number(),
  /** The coupon's discount in USD; of a subscription the discount on its first period. */
  discountAmount: z.number(),
  /** The days of the trial that this order starts; 0: none. */
  trialDays: z.number().int(),
  /** Why its trial did not start: nothing was charged, and nothing was delivered. Null: it was not stopped. */
  trialStopped: z.enum(STOPPED_TRIALS).nullable(),
  status: z.enum(PAYMENT_STATUSES),
  needsAttention: z.boolean(),
  /** The buyer has paid by a method that takes days. The payment must not be paid again. */
  isProcessing: z.boolean(),
  /** Paid, but the product has no file yet. The file is mailed as soon as the product has one. */
  awaitsFile: z.boolean(),
  email: z.string().nullable(),
  transactionId: z.string().nullable(),
  createdAt: z.string(),
  paymentDate: z.string().nullable(),
  isCrypto: z.boolean(),
  /** Of an order that was closed because its money did not fit it: how that money left the shop. */
  lostBy: z.enum(['refund', 'dispute']).nullable(),
  /** The page where an open crypto payment is paid. */
  payUrl: z.string().nullable(),
})
export type PaymentView = z.infer<typeof paymentViewSchema>

/** The file of a paid order. */
export const orderFileSchema = z.object({
  name: z.string(),
  version: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Its publication is in the public log. */
  isLogged: z.boolean(),
  /** For the three steps to the first run. */
  run: runFactsSchema.nullable(),
})

/**
 * A payment with the file that Download opens now; null: none, or the order gives no access. `bundle`: the products of
 * the bundle that was bought, each with its file; null: no bundle.
 */
export const orderViewSchema = paymentViewSchema.extend({
  file: orderFileSchema.nullable(),
  bundle: z
    .array(z.object({ id: z.number().int(), name: z.string(), file: orderFileSchema.nullable() }))
    .nullable(),
})
export type OrderFile = z.infer<typeof orderFileSchema>
export type OrderView = z.infer<typeof orderViewSchema>

/** An order without an account, for the browser that opened its checkout. */
export const guestOrderViewSchema = orderViewSchema.extend({
  productSlug: z.string(),
  /** The order belongs to the account that has confirmed its address. */
  hasAccount: z.boolean(),
})
export type GuestOrderView = z.infer<typeof guestOrderViewSchema>

export const purchaseSchema = cryptoMoneySchema.extend({
  id: z.number().int(),
  /** The order's reference, `WF-7K3M-Q9TX`. */
  orderReference: z.string(),
  userId: z.number().int(),
  productId: z.number().int(),
  amount: z.number(),
  /** The refunded part of `amount`. */
  refundedAmount: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  purchaseType: z.enum(PURCHASE_TYPES),
  /** The provider that collected the payment; `free` or `admin` where no money moved. */
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
  /** The latest refund requested in the shop; null: none. */
  refund: purchaseRefundSchema.nullable(),
})
export type Purchase = z.infer<typeof purchaseSchema>

/** The plans and scripts that can have their own pay pages outside the shop. */
export const HOSTED_PLANS = ['premium', 'lifetime', 'monad', 'soneium', 'unichain'] as const
export type HostedPlan = (typeof HOSTED_PLANS)[number]

const payPage = z.url({ protocol: /^https?$/ })

/** External pay pages, as the operator configured them; a plan without one is absent. */
export const hostedLinksSchema = z.partialRecord(
  z.enum(HOSTED_PLANS),
  z.object({ card: payPage.optional(), crypto: payPage.optional() }),
)
export type HostedLinks = z.infer<typeof hostedLinksSchema>

/** How this shop takes money, besides cards. `crypto`: the provider of new crypto payments; null: none. */
export const payMethodsSchema = z.object({ crypto: z.enum(CRYPTO_PROVIDERS).nullable() })
export type PayMethods = z.infer<typeof payMethodsSchema>

export const createChargeSchema = z.object({
  productId: z.number().int().positive(),
  email: z.email('Please enter a valid email address').max(254),
  referralCode: z.string().max(64).nullish(),
  clientPaymentId: z.string().min(8).max(100).nullish(),
  couponId: z.number().int().nullish(),
  deliveryConsent,
  billingCountry,
  bundledIds,
  /** Credits the unused time of Premium to Lifetime; Premium then does not renew. */
  upgrade: z.boolean().nullish(),
  /** One reminder by mail, where the order is not finished. */
  remind: z.boolean().optional(),
  /** USD. A hint only: the server computes the price. */
  amount: z.number().nullish(),
})
export type CreateCharge = z.infer<typeof createChargeSchema>

/** A crypto charge whose page is open. */
export type OpenedCharge = {
  hostedUrl: string
  provider: CryptoProvider
  /** Until when the page takes money at this price; null: the provider does not say. */
  expiresAt: string | null
}

/** The queue message for a stored webhook event: its key. */
export const eventMessageSchema = z.object({ provider: z.string(), eventId: z.string() })
export type EventMessage = z.infer<typeof eventMessageSchema>
