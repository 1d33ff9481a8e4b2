import { z } from 'zod'
import type { MailTemplate } from '#shared/email/mail-name-rules.ts'
import { riskSchema } from '#shared/scan/contract.ts'
import {
  accountLinkDataSchema,
  accountLockdownDataSchema,
  addressInUseDataSchema,
  confirmEmailDataSchema,
  emailChangeDataSchema,
  factorChangedDataSchema,
  failedLoginsDataSchema,
  passwordChangedDataSchema,
  welcomeDataSchema,
} from './account-mail-rules.ts'
import {
  alertDataSchema,
  checkoutReminderDataSchema,
  cryptoAmountDataSchema,
  disputeDataSchema,
  fileReadyDataSchema,
  fileSchema,
  mailUndeliveredDataSchema,
  moneyMovedDataSchema,
  receiptDataSchema,
  refundClaimDataSchema,
  refundDeclinedDataSchema,
  refundReviewDataSchema,
  refundTroubleDataSchema,
  secondPaymentDataSchema,
  withdrawalNoticeDataSchema,
  withdrawalPassedOnDataSchema,
  withdrawalReceivedDataSchema,
  wrongPaymentRefundedDataSchema,
} from './order-mail-rules.ts'
import {
  budgetReachedDataSchema,
  fileDamagedDataSchema,
  logMismatchDataSchema,
  publisherKeyMailDataSchema,
  securityAlertDataSchema,
  staffNoticeDataSchema,
} from './staff-mail-rules.ts'
import {
  prepaidEndingDataSchema,
  renewalFailedDataSchema,
  renewalRecoveredDataSchema,
  subscriptionCancelledDataSchema,
  subscriptionEndedDataSchema,
  subscriptionLostDataSchema,
  subscriptionResumedDataSchema,
  trialEndingDataSchema,
  trialStoppedDataSchema,
  unknownSubscriptionDataSchema,
} from './subscription-mail-rules.ts'

const id = z.number().int()

/** The last mail to the address of a deleted account. */
export const accountDeletedDataSchema = z.object({
  /** Epoch milliseconds. */
  deletedAt: z.number().int(),
  subscriptionsEnded: z.number().int(),
})
export type AccountDeletedData = z.infer<typeof accountDeletedDataSchema>

/** A visitor's message, sent to support. */
export const contactDataSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
})
export type ContactData = z.infer<typeof contactDataSchema>

/** Support's answer to a visitor's message, with that message quoted. */
export const supportAnswerDataSchema = z.object({
  name: z.string(),
  subject: z.string(),
  message: z.string(),
  /** Epoch milliseconds. */
  writtenAt: z.number().int(),
  answer: z.string(),
})
export type SupportAnswerData = z.infer<typeof supportAnswerDataSchema>

/** Asks the owner of an address to confirm the newsletter. */
export const newsletterDataSchema = z.object({ subscriberId: id, askedAt: z.number().int() })
export type NewsletterData = z.infer<typeof newsletterDataSchema>

/** The holder of a link's access: the payment behind the grant or, where nothing was paid, the account. */
const holderSchema = z.union([z.object({ paymentId: id }), z.object({ userId: id })])
export type LinkHolder = z.infer<typeof holderSchema>

/** A link to a file, sent to an address by the file's owner or by support. */
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

/** Fresh links to what was bought under an address without an account, at the reader's request. */
export const foundPurchasesDataSchema = z.object({
  purchases: z.array(
    z.object({
      paymentId: id,
      orderReference: z.string(),
      productId: id,
      productName: z.string(),
      paidAt: z.number().int(),
      /** The version that the link opens; null: the purchase opens no file now. */
      version: z.string().nullable(),
    }),
  ),
  /** An account uses the address. */
  hasAccount: z.boolean(),
})

/** The buyer of an order without an account corrected its address; to the old one. */
export const orderAddressCorrectedDataSchema = z.object({ paymentId: id })

const releasedSchema = z.object({
  productId: id,
  productName: z.string(),
  slug: z.string(),
  version: z.string(),
})

export const newScriptDataSchema = releasedSchema.extend({
  description: z.string(),
  priceCents: z.number().int(),
  /** Whether the reader's plan includes the product. */
  included: z.boolean(),
  reader: z.union([z.object({ userId: id }), z.object({ subscriberId: id })]),
})
export type NewScriptData = z.infer<typeof newScriptDataSchema>

export const newReleaseDataSchema = releasedSchema.extend({
  changelog: z.string(),
  /** What this version declares beyond the one before it. */
  riskier: z.array(riskSchema).default([]),
  /** For owners who chose beta versions of the product. */
  isBeta: z.boolean().default(false),
  /** Included for every owner, also after their updates ended. */
  isSecurityUpdate: z.boolean().default(false),
  /** The owner of the product: `userId` or, for a guest purchase, `paymentId`. */
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
  /** What the reader must do, where the release was recalled: nobody must run it. Null: it was only withdrawn. */
  advice: z.string().nullable().default(null),
  /** Epoch milliseconds. */
  withdrawnAt: z.number().int(),
  /** The version that the reader may download instead; null while there is none. */
  goodVersion: z.string().nullable(),
  /**
   * The account that downloaded it, or the payment of a guest purchase. Both null: an owner mailed the reader a link.
   */
  userId: id.nullable(),
  paymentId: id.nullable(),
})
export type ReleaseWithdrawnData = z.infer<typeof releaseWithdrawnDataSchema>

/** A purchase reached a limit against sharing. Goes to its owner. */
export const downloadLimitDataSchema = z.object({
  productName: z.string(),
  limit: z.enum(['networks', 'downloads']),
  /** Epoch milliseconds. */
  worksAgainAt: z.number().int(),
  hasAccount: z.boolean(),
})
export type DownloadLimitData = z.infer<typeof downloadLimitDataSchema>

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

/** A week after the first download of a purchase. */
export const reviewRequestDataSchema = z.object({ productName: z.string(), slug: z.string(), userId: id })
export type ReviewRequestData = z.infer<typeof reviewRequestDataSchema>

/** An affiliate's payout address was changed; both addresses are masked. */
export const payoutAddressChangedDataSchema = z.object({
  username: z.string(),
  /** The address before; null: there was none. */
  before: z.string().nullable().default(null),
  /** Payouts to the new address wait until then; null: they do not. Epoch milliseconds. */
  paidFrom: z.number().int().nullable().default(null),
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

/** Every mail of the shop, with the data that its template needs. */
export const mailSchema = z.discriminatedUnion('template', [
  z.object({ template: z.literal('receipt'), data: receiptDataSchema }),
  z.object({ template: z.literal('file-ready'), data: fileReadyDataSchema }),
  z.object({ template: z.literal('second-payment'), data: secondPaymentDataSchema }),
  z.object({ template: z.literal('trial-ending'), data: trialEndingDataSchema }),
  z.object({ template: z.literal('trial-stopped'), data: trialStoppedDataSchema }),
  z.object({ template: z.literal('withdrawal-received'), data: withdrawalReceivedDataSchema }),
  z.object({ template: z.literal('withdrawal-notice'), data: withdrawalNoticeDataSchema }),
  z.object({ template: z.literal('withdrawal-passed-on'), data: withdrawalPassedOnDataSchema }),
  z.object({ template: z.literal('money-moved'), data: moneyMovedDataSchema }),
  z.object({ template: z.literal('wrong-payment-refunded'), data: wrongPaymentRefundedDataSchema }),
  z.object({ template: z.literal('log-mismatch'), data: logMismatchDataSchema }),
  z.object({ template: z.literal('budget-reached'), data: budgetReachedDataSchema }),
  z.object({ template: z.literal('security-alert'), data: securityAlertDataSchema }),
  z.object({ template: z.literal('file-damaged'), data: fileDamagedDataSchema }),
  z.object({ template: z.literal('publisher-key'), data: publisherKeyMailDataSchema }),
  z.object({ template: z.literal('staff-notice'), data: staffNoticeDataSchema }),
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
  z.object({ template: z.literal('checkout-reminder'), data: checkoutReminderDataSchema }),
  z.object({ template: z.literal('subscription-cancelled'), data: subscriptionCancelledDataSchema }),
  z.object({ template: z.literal('subscription-resumed'), data: subscriptionResumedDataSchema }),
  z.object({ template: z.literal('subscription-ended'), data: subscriptionEndedDataSchema }),
  z.object({ template: z.literal('prepaid-ending'), data: prepaidEndingDataSchema }),
  z.object({ template: z.literal('subscription-lost'), data: subscriptionLostDataSchema }),
  z.object({ template: z.literal('unknown-subscription'), data: unknownSubscriptionDataSchema }),
  z.object({ template: z.literal('welcome'), data: welcomeDataSchema }),
  z.object({ template: z.literal('confirm-email'), data: confirmEmailDataSchema }),
  z.object({ template: z.literal('address-in-use'), data: addressInUseDataSchema }),
  z.object({ template: z.literal('reset-password'), data: accountLinkDataSchema }),
  z.object({ template: z.literal('email-change'), data: emailChangeDataSchema }),
  z.object({ template: z.literal('password-changed'), data: passwordChangedDataSchema }),
  z.object({ template: z.literal('failed-logins'), data: failedLoginsDataSchema }),
  z.object({ template: z.literal('factor-changed'), data: factorChangedDataSchema }),
  z.object({ template: z.literal('payout-address-changed'), data: payoutAddressChangedDataSchema }),
  z.object({ template: z.literal('payout-paid'), data: payoutPaidDataSchema }),
  z.object({ template: z.literal('account-lockdown'), data: accountLockdownDataSchema }),
  z.object({ template: z.literal('account-deleted'), data: accountDeletedDataSchema }),
  z.object({ template: z.literal('contact'), data: contactDataSchema }),
  z.object({ template: z.literal('support-answer'), data: supportAnswerDataSchema }),
  z.object({ template: z.literal('newsletter'), data: newsletterDataSchema }),
  z.object({ template: z.literal('product-link'), data: productLinkDataSchema }),
  z.object({ template: z.literal('order-address-corrected'), data: orderAddressCorrectedDataSchema }),
  z.object({ template: z.literal('found-purchases'), data: foundPurchasesDataSchema }),
  z.object({ template: z.literal('new-script'), data: newScriptDataSchema }),
  z.object({ template: z.literal('new-release'), data: newReleaseDataSchema }),
  z.object({ template: z.literal('release-withdrawn'), data: releaseWithdrawnDataSchema }),
  z.object({ template: z.literal('updates-end'), data: updatesEndDataSchema }),
  z.object({ template: z.literal('review-request'), data: reviewRequestDataSchema }),
  z.object({ template: z.literal('download-limit'), data: downloadLimitDataSchema }),
]) satisfies z.ZodType<{ template: MailTemplate }>
export type MailToWrite = z.infer<typeof mailSchema>

/** The content of a signed download link. */
export type DownloadClaim = LinkHolder & {
  productId: number
  /** The one release that the link opens. A version is unique within its product, and never changes once published. */
  version: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** A download link as it was read. `version` is null in a link of the first format, which named none. */
export type ReadClaim = LinkHolder & { productId: number; version: string | null; expiresAt: number }
