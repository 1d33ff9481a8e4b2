import { z } from 'zod'
import { runFactsSchema } from '#shared/catalogue/contract.ts'

const id = z.number().int()

export const fileSchema = z.object({
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  /** The place of its publication in the public log; absent in older mails. */
  logIndex: z.number().int().nullish(),
  /** For the three steps to the first run; null or absent: its archive declares nothing. */
  run: runFactsSchema.nullish(),
})

/** A product of a bundle that was bought. `file` null: it has none at the moment. */
export const bundledFileSchema = z.object({
  productId: id,
  productName: z.string(),
  slug: z.string(),
  file: fileSchema.nullable(),
  licenceKey: z.string().nullable(),
})
export type BundledFile = z.infer<typeof bundledFileSchema>

export const receiptDataSchema = z.object({
  paymentId: id,
  productId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  purchaseType: z.enum(['one-time', 'subscription']),
  paidAt: z.number().int(),
  /** Epoch milliseconds of the next renewal; null for a one-time purchase. */
  renewsAt: z.number().int().nullable(),
  /** The price of a renewal: a coupon reduces the first period only. */
  renewalCents: z.number().int().nullable().default(null),
  /** The days of the trial that this order starts, and that ends at `renewsAt`; 0: none. */
  trialDays: z.number().int().default(0),
  /** Epoch milliseconds of the end of the period that a subscription payment pays for. */
  paidUntil: z.number().int().nullable().default(null),
  /** The provider's id of the money movement. */
  transactionId: z.string().nullable().default(null),
  /** The release that was current at the purchase; null: there was none. Absent in receipts of an earlier version. */
  file: fileSchema.nullable().optional(),
  /** The products of a bundle; null or absent: the product is no bundle. */
  bundle: z.array(bundledFileSchema).nullish(),
  /** The key of the purchase's licence; null or absent: none. */
  licenceKey: z.string().nullish(),
  /** The credit for unused Premium, and when Premium ends; null or absent: no upgrade. */
  upgrade: z.object({ creditCents: z.number().int(), endsAt: z.number().int().nullable() }).nullish(),
  /** The text that the buyer ticked for the file at once, and when; null or absent: none. */
  deliveryConsent: z.object({ text: z.string(), at: z.number().int() }).nullish(),
  /** Epoch milliseconds of the end of the right of withdrawal; null or absent: the order has none. */
  withdrawUntil: z.number().int().nullish(),
})
export type ReceiptData = z.infer<typeof receiptDataSchema>

/** To support: a mail that a buyer needs did not arrive. */
export const mailUndeliveredDataSchema = z.object({
  deliveryId: id,
  /** The mail's name on the admin screens. */
  name: z.string(),
  /** The recipient; null where the address is not kept. */
  email: z.string().nullable(),
  paymentId: id.nullable(),
  reason: z.string(),
})
export type MailUndeliveredData = z.infer<typeof mailUndeliveredDataSchema>

/** To support: a payment needs attention. */
export const alertDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  email: z.string().nullable(),
  reason: z.string(),
  /**
   * `delivered`: settled, the buyer has access. `refunded`: a second payment. `refund-failed`: unapplied funds that could
   * not be refunded. `late-money`: it arrived after a completion by hand. `paid-twice`: two payments of one buyer
   * give access to one product. `refund-returned`: a full refund that its buyer knows of came back. Absent: nothing was
   * granted.
   */
  outcome: z
    .enum(['delivered', 'refunded', 'refund-failed', 'late-money', 'paid-twice', 'refund-returned'])
    .optional(),
})
export type AlertData = z.infer<typeof alertDataSchema>

/** A buyer paid again for a product they have, or with a coupon that their card has used. The payment is refunded. */
export const secondPaymentDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  couponReused: z.boolean().default(false),
})
export type SecondPaymentData = z.infer<typeof secondPaymentDataSchema>

/** The receipt of a withdrawal from a contract. */
export const withdrawalReceivedDataSchema = z.object({
  reference: z.string(),
  receivedAt: z.number().int(),
  name: z.string(),
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  isMonth: z.boolean(),
  isCrypto: z.boolean(),
  statement: z.string(),
})
export type WithdrawalReceivedData = z.infer<typeof withdrawalReceivedDataSchema>

/** To support: a buyer has withdrawn. */
export const withdrawalNoticeDataSchema = withdrawalReceivedDataSchema.extend({ email: z.string() })
export type WithdrawalNoticeData = z.infer<typeof withdrawalNoticeDataSchema>

/** The receipt of a guest's statement that support has to look at. */
export const withdrawalPassedOnDataSchema = z.object({
  reference: z.string(),
  receivedAt: z.number().int(),
  name: z.string(),
  order: z.string(),
})
export type WithdrawalPassedOnData = z.infer<typeof withdrawalPassedOnDataSchema>

/** A product that had no file when it was paid has one now. */
export const fileReadyDataSchema = z.object({
  paymentId: id,
  productId: id,
  productName: z.string(),
  /** Null for a bundle. */
  file: fileSchema.nullable(),
  /** The products of a bundle; null or absent: the product is no bundle. */
  bundle: z.array(bundledFileSchema).nullish(),
})
export type FileReadyData = z.infer<typeof fileReadyDataSchema>

/** A refund or a dispute of a payment, or the end of one. */
export const moneyMovedDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  refundedCents: z.number().int(),
  status: z.enum(['completed', 'partially_refunded', 'refunded', 'disputed']),
  /** A second payment for a product that the buyer has: refunding it ends no access. */
  isSecond: z.boolean().default(false),
  /** Such a payment that was refunded because its card had used the coupon before. */
  couponReused: z.boolean().default(false),
  /** It paid for a month of a subscription; absent in mails of an earlier version. */
  isMonth: z.boolean().default(false),
  /** A later month of the subscription was paid by card: access follows that payment. */
  keepsAccess: z.boolean().default(false),
  /** It was refunded in full before. */
  wasRefunded: z.boolean().default(false),
  /** Paid in crypto: the mail mentions no bank and no card. */
  isCrypto: z.boolean().default(false),
  /** A dispute ended. Refunds from before the dispute stay as they are; nothing more was refunded. */
  disputeEnded: z.boolean().default(false),
  /** Amount of a refund that failed: the money was returned to the shop. */
  failedCents: z.number().int().default(0),
  /** The refund that failed had ended a subscription: the payment counts again, and the subscription stays ended. */
  subscriptionEnded: z.boolean().default(false),
})
export type MoneyMovedData = z.infer<typeof moneyMovedDataSchema>

/** To the buyer: a payment that did not fit its order was refunded in full. */
export const wrongPaymentRefundedDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  /** Null where it was paid in another currency. */
  refundedCents: z.number().int().nullable(),
  isCrypto: z.boolean(),
})
export type WrongPaymentRefundedData = z.infer<typeof wrongPaymentRefundedDataSchema>

/** Data of the refund mails to support. */
const refundDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  refundCents: z.number().int(),
  email: z.string().nullable(),
})

/** A buyer asks for a second refund of the same product: support decides. */
export const refundReviewDataSchema = refundDataSchema.extend({ note: z.string().nullable() })
export type RefundReviewData = z.infer<typeof refundReviewDataSchema>

/** A refund that did not go through, that the shop still tries, or that its provider accepted and has not completed. */
export const refundTroubleDataSchema = refundDataSchema.extend({
  reason: z.string(),
  what: z.enum(['failed', 'delayed', 'uncounted']).default('failed'),
})
export type RefundTroubleData = z.infer<typeof refundTroubleDataSchema>

/** The state of a dispute or of an early fraud warning, for support. */
export const disputeDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  email: z.string().nullable(),
  paidCents: z.number().int(),
  about: z.enum(['dispute', 'fraud-warning']),
  status: z.string(),
  reason: z.string(),
  amountCents: z.number().int().nullable(),
  currency: z.string().nullable(),
  /** Epoch milliseconds. */
  dueAt: z.number().int().nullable(),
})
export type DisputeData = z.infer<typeof disputeDataSchema>

export const refundDeclinedDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  note: z.string().nullable(),
})
export type RefundDeclinedData = z.infer<typeof refundDeclinedDataSchema>

/** A crypto refund: the buyer enters the address of a wallet. */
export const refundClaimDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  refundCents: z.number().int(),
  claimUrl: z.string(),
})
export type RefundClaimData = z.infer<typeof refundClaimDataSchema>

/** The one reminder of a checkout that was not finished. */
export const checkoutReminderDataSchema = z.object({
  paymentId: id,
  productId: id,
  productName: z.string(),
  slug: z.string(),
  amountCents: z.number().int(),
  purchaseType: z.enum(['one-time', 'subscription']),
  startedAt: id,
  /** The days of the trial with which the order begins; 0: none. */
  trialDays: z.number().int().default(0),
  isGuest: z.boolean(),
})
export type CheckoutReminderData = z.infer<typeof checkoutReminderDataSchema>

/** Reasons for a mail about a crypto payment: too little arrived, a reminder of that, too much arrived, a refund. */
export const AMOUNT_NEWS = ['short', 'reminder', 'excess', 'back'] as const
export type AmountNews = (typeof AMOUNT_NEWS)[number]

/** A crypto payment differs from the price, or is being refunded. */
export const cryptoAmountDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  /** The amount received; with `back`, the amount refunded. */
  receivedCents: z.number().int(),
  about: z.enum(AMOUNT_NEWS),
  /** The page where the buyer enters the address of a wallet; null where none is needed. */
  claimUrl: z.string().nullable(),
  /** The payment arrived after the discount had ended: the full price applies. */
  discountLost: z.boolean().optional(),
  /** Bought without an account: only an account with this address can decide about the money. */
  isGuest: z.boolean().optional(),
})
export type CryptoAmountData = z.infer<typeof cryptoAmountDataSchema>
