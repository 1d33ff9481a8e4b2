import { z } from 'zod'

/** queued → sending → sent; a failure goes to retrying, the last one to dead, where an admin can send it again. */
export const DELIVERY_STATUSES = ['queued', 'sending', 'retrying', 'sent', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

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
})
export type EmailDelivery = z.infer<typeof deliverySchema>

/** What travels through the queue: never more than the key of a row. */
export const jobSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send-email'), deliveryKey: z.string() }),
])
export type Job = z.infer<typeof jobSchema>

/** The data of each template, as stored with its delivery. */
export const receiptDataSchema = z.object({
  paymentId: z.number().int(),
  productId: z.number().int(),
  productName: z.string(),
  amountCents: z.number().int(),
  purchaseType: z.enum(['one-time', 'subscription']),
  paidAt: z.number().int(),
  /** Epoch milliseconds of the next renewal; null for a one-time purchase. */
  renewsAt: z.number().int().nullable(),
})
export type ReceiptData = z.infer<typeof receiptDataSchema>

/** What the shop's own people are told when a payment needs one of them. */
export const alertDataSchema = z.object({
  paymentId: z.number().int(),
  productName: z.string(),
  amountCents: z.number().int(),
  email: z.string().nullable(),
  reason: z.string(),
})
export type AlertData = z.infer<typeof alertDataSchema>

/** The last mail to an address whose account is gone. */
export const accountDeletedDataSchema = z.object({
  /** Epoch milliseconds. */
  deletedAt: z.number().int(),
  subscriptionsEnded: z.number().int(),
})
export type AccountDeletedData = z.infer<typeof accountDeletedDataSchema>

/** What a signed link in a mail says. */
export type DownloadClaim = {
  paymentId: number
  productId: number
  /** Epoch milliseconds. */
  expiresAt: number
}

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
