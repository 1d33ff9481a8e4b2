import { z } from 'zod'

/** queued → sending → sent; a failure goes to retrying, the last one to dead, where an admin can send it again. */
export const DELIVERY_STATUSES = ['queued', 'sending', 'retrying', 'sent', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * What the provider reports of a mail that it accepted, from the weakest to the strongest: of two reports the one further
 * right counts, whichever comes first.
 */
export const DELIVERY_OUTCOMES = [
  'delayed',
  'delivered',
  'failed',
  'suppressed',
  'bounced',
  'complained',
] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export const SUPPRESSION_REASONS = ['bounced', 'complained', 'unsubscribed'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Why mail to an account's address does not arrive, or arrives less; `since` as ISO 8601. */
export type EmailProblem = { reason: 'bounced' | 'complained'; since: string }

export const deliverySchema = z.object({
  id: z.number().int(),
  template: z.string(),
  to: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  userId: z.number().int().nullable(),
  paymentId: z.number().int().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  outcome: z.enum(DELIVERY_OUTCOMES).nullable(),
})
export type EmailDelivery = z.infer<typeof deliverySchema>

/** What travels through the queue: never more than the key of a row. */
export const jobSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send-email'), deliveryKey: z.string() }),
])
export type Job = z.infer<typeof jobSchema>

const id = z.number().int()

const fileSchema = z.object({ name: z.string(), version: z.string(), sha256: z.string() })

/** The data of each template, as stored with its delivery. */
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

/** What the shop's own people are told when a payment needs one of them. */
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

/** To the shop's own people: the provider does not know a subscription that we hold. */
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

/** Why the buyer of a crypto payment is written to: too little arrived, still, too much arrived, or it goes back. */
export const AMOUNT_NEWS = ['short', 'reminder', 'excess', 'back'] as const
export type AmountNews = (typeof AMOUNT_NEWS)[number]

/** Other than what was asked arrived of a crypto payment, or goes back. */
export const cryptoAmountDataSchema = z.object({
  paymentId: id,
  productName: z.string(),
  amountCents: z.number().int(),
  /** What lies here; with `back`, what goes back. */
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

/** The last mail to an address whose account is gone. */
export const accountDeletedDataSchema = z.object({
  /** Epoch milliseconds. */
  deletedAt: z.number().int(),
  subscriptionsEnded: z.number().int(),
})
export type AccountDeletedData = z.infer<typeof accountDeletedDataSchema>
/** A visitor's message, for the shop's own people. */
export const contactDataSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
})
export type ContactData = z.infer<typeof contactDataSchema>

/** What support answers to a visitor's message, which is quoted. */
export const supportAnswerDataSchema = z.object({
  name: z.string(),
  subject: z.string(),
  message: z.string(),
  /** Epoch milliseconds. */
  writtenAt: z.number().int(),
  answer: z.string(),
})
export type SupportAnswerData = z.infer<typeof supportAnswerDataSchema>

/** Asks the owner of an address whether the newsletter is wanted. */
export const newsletterDataSchema = z.object({ subscriberId: id, askedAt: z.number().int() })
export type NewsletterData = z.infer<typeof newsletterDataSchema>

/** Whose right a link carries: that of the payment behind the grant or, where nothing was paid, of the account. */
const holderSchema = z.union([z.object({ paymentId: id }), z.object({ userId: id })])
export type LinkHolder = z.infer<typeof holderSchema>

/** A file that one of its owners sends to an address, or the shop's people to its owner. */
export const productLinkDataSchema = z.object({
  productId: id,
  productName: z.string(),
  /** The owner's username. */
  sender: z.string(),
  by: z.enum(['owner', 'shop']).default('owner'),
  holder: holderSchema,
  file: fileSchema,
})
export type ProductLinkData = z.infer<typeof productLinkDataSchema>

/** The switches of the profile; each kind of news asks one of them. */
export const PREFERENCES = ['emailNotifications', 'promotionalEmails', 'newAirdrops'] as const
export type Preference = (typeof PREFERENCES)[number]

/**
 * What an unsubscribe link ends: one preference of an account, the newsletter of an address without one, or the news of
 * what was bought without an account.
 */
export type UnsubscribeClaim =
  | { userId: number; preference: Preference }
  | { subscriberId: number }
  | { paymentId: number }

const releasedSchema = z.object({
  productId: id,
  productName: z.string(),
  slug: z.string(),
  version: z.string(),
})

export const newScriptDataSchema = releasedSchema.extend({
  description: z.string(),
  priceCents: z.number().int(),
  /** Whether the reader's plan opens it already. */
  included: z.boolean(),
  reader: z.union([z.object({ userId: id }), z.object({ subscriberId: id })]),
})
export type NewScriptData = z.infer<typeof newScriptDataSchema>

export const newReleaseDataSchema = releasedSchema.extend({
  changelog: z.string(),
  /** Whose product it is: an account's, or that of a payment without one. */
  userId: id.nullable().default(null),
  paymentId: id.nullable().default(null),
})
export type NewReleaseData = z.infer<typeof newReleaseDataSchema>

/** A release that its reader downloaded was withdrawn. */
export const releaseWithdrawnDataSchema = z.object({
  productId: id,
  productName: z.string(),
  /** Null where the shop does not list the product any more. */
  slug: z.string().nullable(),
  version: z.string(),
  reason: z.string(),
  /** Epoch milliseconds. */
  withdrawnAt: z.number().int(),
  /** What the reader may download instead; null: nothing yet. */
  goodVersion: z.string().nullable(),
  /** Who downloaded it: an account, or the buyer of a payment without one. Neither: its owner mailed a link to the reader. */
  userId: id.nullable(),
  paymentId: id.nullable(),
})
export type ReleaseWithdrawnData = z.infer<typeof releaseWithdrawnDataSchema>

/** The three months of updates of a one-time purchase are nearly over. */
export const updatesEndDataSchema = z.object({
  productId: id,
  productName: z.string(),
  slug: z.string(),
  priceCents: z.number().int(),
  /** Epoch milliseconds. */
  endsAt: z.number().int(),
  userId: id,
})
export type UpdatesEndData = z.infer<typeof updatesEndDataSchema>

/** What the single-use links of account mails open. */
export type AccountLinkPurpose = 'verify_email' | 'reset_password'

/** A mail with a single-use link. `nonce` alone opens nothing: the link's token is made from it when the mail is sent. */
export const accountLinkDataSchema = z.object({
  username: z.string(),
  nonce: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number().int(),
})
export type AccountLinkData = z.infer<typeof accountLinkDataSchema>

/** Told to the address an account is about to leave. */
export const emailChangeDataSchema = z.object({
  username: z.string(),
  newEmail: z.string(),
  expiresAt: z.number().int(),
})
export type EmailChangeData = z.infer<typeof emailChangeDataSchema>

export const passwordChangedDataSchema = z.object({
  username: z.string(),
  changedAt: z.number().int(),
  /** By a link from a mail, instead of with the old password. */
  byReset: z.boolean(),
})
export type PasswordChangedData = z.infer<typeof passwordChangedDataSchema>

/** Where an affiliate's commissions go was changed; `address` is masked. */
export const payoutAddressChangedDataSchema = z.object({
  username: z.string(),
  address: z.string(),
  changedAt: z.number().int(),
})
export type PayoutAddressChangedData = z.infer<typeof payoutAddressChangedDataSchema>

/** The commissions of one month were sent; `address` is masked. */
export const payoutPaidDataSchema = z.object({
  period: z.string(),
  totalCents: z.number().int(),
  address: z.string(),
  reference: z.string(),
})
export type PayoutPaidData = z.infer<typeof payoutPaidDataSchema>

/** Every mail the shop can write, with what it needs to know. */
export const mailSchema = z.discriminatedUnion('template', [
  z.object({ template: z.literal('receipt'), data: receiptDataSchema }),
  z.object({ template: z.literal('file-ready'), data: fileReadyDataSchema }),
  z.object({ template: z.literal('second-payment'), data: secondPaymentDataSchema }),
  z.object({ template: z.literal('money-moved'), data: moneyMovedDataSchema }),
  z.object({ template: z.literal('refund-review'), data: refundReviewDataSchema }),
  z.object({ template: z.literal('refund-trouble'), data: refundTroubleDataSchema }),
  z.object({ template: z.literal('dispute'), data: disputeDataSchema }),
  z.object({ template: z.literal('refund-declined'), data: refundDeclinedDataSchema }),
  z.object({ template: z.literal('refund-claim'), data: refundClaimDataSchema }),
  z.object({ template: z.literal('crypto-amount'), data: cryptoAmountDataSchema }),
  z.object({ template: z.literal('alert'), data: alertDataSchema }),
  z.object({ template: z.literal('mail-undelivered'), data: mailUndeliveredDataSchema }),
  z.object({ template: z.literal('renewal-failed'), data: renewalFailedDataSchema }),
  z.object({ template: z.literal('renewal-recovered'), data: renewalRecoveredDataSchema }),
  z.object({ template: z.literal('subscription-ended'), data: subscriptionEndedDataSchema }),
  z.object({ template: z.literal('prepaid-ending'), data: prepaidEndingDataSchema }),
  z.object({ template: z.literal('subscription-lost'), data: subscriptionLostDataSchema }),
  z.object({ template: z.literal('unknown-subscription'), data: unknownSubscriptionDataSchema }),
  z.object({ template: z.literal('welcome'), data: accountLinkDataSchema }),
  z.object({ template: z.literal('confirm-email'), data: accountLinkDataSchema }),
  z.object({ template: z.literal('reset-password'), data: accountLinkDataSchema }),
  z.object({ template: z.literal('email-change'), data: emailChangeDataSchema }),
  z.object({ template: z.literal('password-changed'), data: passwordChangedDataSchema }),
  z.object({ template: z.literal('payout-address-changed'), data: payoutAddressChangedDataSchema }),
  z.object({ template: z.literal('payout-paid'), data: payoutPaidDataSchema }),
  z.object({ template: z.literal('account-deleted'), data: accountDeletedDataSchema }),
  z.object({ template: z.literal('contact'), data: contactDataSchema }),
  z.object({ template: z.literal('support-answer'), data: supportAnswerDataSchema }),
  z.object({ template: z.literal('newsletter'), data: newsletterDataSchema }),
  z.object({ template: z.literal('product-link'), data: productLinkDataSchema }),
  z.object({ template: z.literal('new-script'), data: newScriptDataSchema }),
  z.object({ template: z.literal('new-release'), data: newReleaseDataSchema }),
  z.object({ template: z.literal('release-withdrawn'), data: releaseWithdrawnDataSchema }),
  z.object({ template: z.literal('updates-end'), data: updatesEndDataSchema }),
])
export type MailToWrite = z.infer<typeof mailSchema>

/** What a signed link in a mail says. */
export type DownloadClaim = LinkHolder & {
  productId: number
  /** Epoch milliseconds. */
  expiresAt: number
}
