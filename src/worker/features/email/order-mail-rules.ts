import { z } from 'zod'

const id = z.number().int()

export const fileSchema = z.object({ name: z.string(), version: z.string(), sha256: z.string() })

export const receiptDataSchema = z.object({
  paymentId: id,
  productId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  purchaseType: z.enum(['one-time', 'subscription']),
  paidAt: z.number().int(),
  /** Epoch milliseconds of the next renewal; null for a one-time purchase. */
  renewsAt: z.number().int().nullable(),
  /** What it renews at: a coupon is the first period's alone. */
  renewalCents: z.number().int().nullable().default(null),
  /** Epoch milliseconds of the end of what a payment of a subscription pays for. */
  paidUntil: z.number().int().nullable().default(null),
  /** The provider's id of the money movement. */
  transactionId: z.string().nullable().default(null),
  /** The release that was current at the purchase; null: there was none. Absent in receipts of an earlier version. */
  file: fileSchema.nullable().optional(),
})
export type ReceiptData = z.infer<typeof receiptDataSchema>

/** To the shop's own people: a mail that a buyer needs did not arrive. */
export const mailUndeliveredDataSchema = z.object({
  deliveryId: id,
  /** The mail's name as admins read it. */
  name: z.string(),
  /** Where it went; null where that is not kept. */
  email: z.string().nullable(),
  paymentId: id.nullable(),
  reason: z.string(),
})
export type MailUndeliveredData = z.infer<typeof mailUndeliveredDataSchema>

/** To the shop's own people: a payment needs one of them. */
export const alertDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  email: z.string().nullable(),
  reason: z.string(),
  /** `delivered`: it is settled, the buyer has access. `refunded`: it was a second payment. Absent: nothing was granted. */
  outcome: z.enum(['delivered', 'refunded']).optional(),
})
export type AlertData = z.infer<typeof alertDataSchema>

/** Somebody paid again for what they have, and gets the money back. */
export const secondPaymentDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
})
export type SecondPaymentData = z.infer<typeof secondPaymentDataSchema>

/** A product that had no file when it was paid has one now. */
export const fileReadyDataSchema = z.object({
  paymentId: id,
  productId: id,
  productName: z.string(),
  file: fileSchema,
})
export type FileReadyData = z.infer<typeof fileReadyDataSchema>

/** What became of a payment after it was made. */
export const moneyMovedDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  refundedCents: z.number().int(),
  status: z.enum(['completed', 'partially_refunded', 'refunded', 'disputed']),
  /** It was a second payment for what its buyer has: nothing ends with it. */
  isSecond: z.boolean().default(false),
  /** It was paid in crypto: no bank and no card has a part in it. */
  isCrypto: z.boolean().default(false),
  /** A dispute ended, and what was refunded before it stays refunded: nothing more went back. */
  disputeEnded: z.boolean().default(false),
  /** Of what was refunded the buyer's bank did not take this: it is with the shop again. */
  failedCents: z.number().int().default(0),
})
export type MoneyMovedData = z.infer<typeof moneyMovedDataSchema>

/** A refund for the shop's own people. */
const refundDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  refundCents: z.number().int(),
  email: z.string().nullable(),
})

/** Somebody asks a second time for the same product: a person decides. */
export const refundReviewDataSchema = refundDataSchema.extend({ note: z.string().nullable() })
export type RefundReviewData = z.infer<typeof refundReviewDataSchema>

/** A refund that did not go through. */
export const refundTroubleDataSchema = refundDataSchema.extend({ reason: z.string() })
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

/** A refund in crypto: its receiver says where it goes. */
export const refundClaimDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  refundCents: z.number().int(),
  claimUrl: z.string(),
})
export type RefundClaimData = z.infer<typeof refundClaimDataSchema>

const ofSubscription = z.object({ subscriptionId: id, productName: z.string() })

/** A renewal could not be paid for the first time. */
export const renewalFailedDataSchema = ofSubscription.extend({
  /** Epoch milliseconds: until then the files stay open. */
  until: id,
})
export type RenewalFailedData = z.infer<typeof renewalFailedDataSchema>

/** … and then was paid after all. */
export const renewalRecoveredDataSchema = ofSubscription.extend({ renewsAt: id })
export type RenewalRecoveredData = z.infer<typeof renewalRecoveredDataSchema>

/** Access ended: nobody paid. `may` says what opens it again. */
export const subscriptionEndedDataSchema = ofSubscription.extend({
  productId: id,
  endedAt: id,
  why: z.enum(['unpaid', 'prepaid']),
  may: z.enum(['pay', 'subscribe']),
})
export type SubscriptionEndedData = z.infer<typeof subscriptionEndedDataSchema>

/** Months paid in advance are nearly over. */
export const prepaidEndingDataSchema = ofSubscription.extend({
  endsAt: id,
  priceCents: id,
  when: z.enum(['soon', 'today']),
})
export type PrepaidEndingData = z.infer<typeof prepaidEndingDataSchema>

/** To the shop's own people: the provider does not know a subscription of ours. */
export const subscriptionLostDataSchema = ofSubscription.extend({
  stripeSubscriptionId: z.string(),
  email: z.string().nullable(),
  endsAt: id,
})
export type SubscriptionLostData = z.infer<typeof subscriptionLostDataSchema>

/** To support: money was collected for a subscription that no order of the shop opened. */
export const unknownSubscriptionDataSchema = z.object({
  stripeSubscriptionId: z.string(),
  invoiceId: z.string(),
  amountCents: z.number().int(),
  currency: z.string(),
  /** What came of its checkout. */
  reason: z.string(),
})
export type UnknownSubscriptionData = z.infer<typeof unknownSubscriptionDataSchema>

/** Why we write to the buyer of a crypto payment: too little arrived, a reminder of that, too much arrived, or a refund. */
export const AMOUNT_NEWS = ['short', 'reminder', 'excess', 'back'] as const
export type AmountNews = (typeof AMOUNT_NEWS)[number]

/** A crypto payment was not the amount that was asked, or is refunded. */
export const cryptoAmountDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  /** The amount received; with `back`, the amount refunded. */
  receivedCents: z.number().int(),
  about: z.enum(AMOUNT_NEWS),
  /** Where the buyer says which wallet it goes to. */
  claimUrl: z.string().nullable(),
  /** It came when the coupon was used up: the full price counts. */
  discountLost: z.boolean().optional(),
  /** Bought without an account: only one with this address can decide about it. */
  isGuest: z.boolean().optional(),
})
export type CryptoAmountData = z.infer<typeof cryptoAmountDataSchema>
