import { z } from 'zod'
import { DELIVERY_STATUSES } from '#shared/email/contract.ts'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES, PURCHASE_TYPES, SITUATIONS } from '#shared/payments/contract.ts'
import { REFUND_STATUSES } from '#shared/refunds/contract.ts'
import { SUBSCRIPTION_STATUSES, subscriptionSchema } from '#shared/subscriptions/contract.ts'

const id = z.number().int()

const buyerSchema = z.object({ id, username: z.string(), email: z.string() })

const productSchema = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  imageUrl: z.string().nullable(),
})

/** A payment as an admin's list shows it; amounts in USD. */
export const orderSchema = z.object({
  id,
  /** Null for purchases without an account. */
  userId: id.nullable(),
  productId: id,
  amount: z.number(),
  refundedAmount: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  purchaseType: z.enum(PURCHASE_TYPES),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** What it was bought with, account or not. */
  email: z.string().nullable(),
  /** When it was paid, else when it was begun. */
  purchaseDate: z.string(),
  /** The order of the list. */
  createdAt: z.string(),
  couponCode: z.string().nullable(),
  /** Why a person must look at it. */
  flaggedReason: z.string().nullable(),
  product: productSchema,
  user: buyerSchema.nullable(),
})
export type Order = z.infer<typeof orderSchema>

export const TIMELINE_KINDS = [
  'checkout',
  'paid',
  'part',
  'closed',
  'flagged',
  'money-back',
  'dispute',
  'refund',
  'ledger',
  'commission',
  'mail',
  'download',
  'admin',
  'finding',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** One thing that happened to an order, in words. */
export const timelineEntrySchema = z.object({
  /** Unique in its timeline. */
  key: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: z.string(),
  title: z.string(),
  text: z.string().nullable(),
  /** Who did it, or noticed it. */
  who: z.string().nullable(),
  /** Their account, where it is a person's. */
  whoId: id.nullable(),
  /** Of a mail: what became of it, and the id to send it again by. */
  mail: z.object({ id, status: z.enum(DELIVERY_STATUSES) }).nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

/** The parts of a timeline that can grow without end: each is read page by page. */
export const TIMELINE_PARTS = ['mails', 'downloads'] as const
export type TimelinePart = (typeof TIMELINE_PARTS)[number]

export const orderRefundSchema = z.object({
  id,
  amount: z.number(),
  status: z.enum(REFUND_STATUSES),
  reason: z.string().nullable(),
})

/** A dispute or an early fraud warning, as it stands. */
const orderDisputeSchema = z.object({
  status: z.string(),
  reason: z.string(),
  /** In the currency of the payment; null: all of it. */
  amount: z.number().nullable(),
  dueAt: z.string().nullable(),
})

/** One order whole. */
export const orderDetailSchema = orderSchema.extend({
  currency: z.string(),
  originalAmount: z.number(),
  discountAmount: z.number(),
  /** What arrived of a crypto payment, and what is other than usual about it. */
  receivedAmount: z.number(),
  dueAmount: z.number(),
  excessAmount: z.number(),
  returnedAmount: z.number(),
  situation: z.enum(SITUATIONS).nullable(),
  isCrypto: z.boolean(),
  paidAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  /** When the sweep asks the provider next. */
  nextCheckAt: z.string().nullable(),
  /** What the provider and we know it by. */
  ids: z.object({
    reference: z.string(),
    checkoutId: z.string().nullable(),
    transactionId: z.string().nullable(),
    intentId: z.string().nullable(),
  }),
  /** Its page in the provider's dashboard. */
  providerUrl: z.string().nullable(),
  couponId: id.nullable(),
  referrer: z.object({ id, username: z.string() }).nullable(),
  /** What it opened, and whether it still does. */
  grant: z.object({ id, status: z.string(), isActive: z.boolean() }).nullable(),
  licence: z
    .object({ id, licenceKey: z.string(), devicesUsed: id, deviceLimit: id, isRevoked: z.boolean() })
    .nullable(),
  subscription: z
    .object({ id, status: z.enum(SUBSCRIPTION_STATUSES), stripeSubscriptionId: z.string().nullable() })
    .nullable(),
  /** The refund that is under way, or waits for a decision. */
  openRefund: orderRefundSchema.nullable(),
  /** The latest dispute; null: there was none. */
  dispute: orderDisputeSchema.nullable(),
  /** The issuer of the card calls it probable fraud, and it was neither refunded nor disputed since. */
  fraudWarning: orderDisputeSchema.nullable(),
  /** Newest first. */
  timeline: z.array(timelineEntrySchema),
  /** Where older mails and downloads begin; null: all are in the timeline. */
  older: z.object({ mails: z.string().nullable(), downloads: z.string().nullable() }),
})
export type OrderDetail = z.infer<typeof orderDetailSchema>

/** A subscription as an admin sees it: as its owner does, and whose it is. */
export const listedSubscriptionSchema = subscriptionSchema.extend({
  userId: id.nullable(),
  email: z.string().nullable(),
  user: buyerSchema.nullable(),
  stripeSubscriptionId: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
})
export type ListedSubscription = z.infer<typeof listedSubscriptionSchema>

/** … with a page of its payments, newest first. */
export const subscriptionDetailSchema = listedSubscriptionSchema.extend({
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  providerUrl: z.string().nullable(),
  payments: z.array(orderSchema),
  /** What admins did with it, newest first. */
  history: z.array(timelineEntrySchema),
})
export type SubscriptionDetail = z.infer<typeof subscriptionDetailSchema>

export const cancelSchema = z.object({
  /** With what is paid, or at once: nothing is given back by it. */
  atPeriodEnd: z.boolean(),
})
export type CancelInput = z.infer<typeof cancelSchema>

/** What asking the provider brought. */
export const checkedSchema = z.object({
  outcome: z.enum(['settled', 'changed', 'held', 'closed', 'flagged', 'ignored']),
  status: z.enum(PAYMENT_STATUSES),
})
export type Checked = z.infer<typeof checkedSchema>
