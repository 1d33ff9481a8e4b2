import { z } from 'zod'
import { DELIVERY_STATUSES } from '#shared/email/contract.ts'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES, PURCHASE_TYPES, SITUATIONS } from '#shared/payments/contract.ts'
import { REFUND_STATUSES } from '#shared/refunds/contract.ts'
import { statedTaxSchema, TAX_PROBLEMS } from '#shared/seller/contract.ts'
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
  /** The order's reference, `WF-7K3M-Q9TX`. */
  orderReference: z.string(),
  /** Null for purchases without an account. */
  userId: id.nullable(),
  productId: id,
  amount: z.number(),
  refundedAmount: z.number(),
  status: z.enum(PAYMENT_STATUSES),
  purchaseType: z.enum(PURCHASE_TYPES),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** The email address of the purchase, with or without an account. */
  email: z.string().nullable(),
  /** When the order was paid; of an unpaid order when it was created. */
  purchaseDate: z.string(),
  /** The sort key of the list. */
  createdAt: z.string(),
  couponCode: z.string().nullable(),
  /** Why a person must check the order. */
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

/** An event in the history of an order, as text. */
export const timelineEntrySchema = z.object({
  /** Unique in its timeline. */
  key: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: z.string(),
  title: z.string(),
  text: z.string().nullable(),
  /** The person or system that caused or detected the event. */
  who: z.string().nullable(),
  /** The account of `who`, if `who` is a person with an account. */
  whoId: id.nullable(),
  /** Of a mail: its delivery status, and the id for sending it again. */
  mail: z.object({ id, status: z.enum(DELIVERY_STATUSES) }).nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

/** The parts of a timeline without an upper limit: each is read page by page. */
export const TIMELINE_PARTS = ['mails', 'downloads'] as const
export type TimelinePart = (typeof TIMELINE_PARTS)[number]

export const orderRefundSchema = z.object({
  id,
  amount: z.number(),
  status: z.enum(REFUND_STATUSES),
  reason: z.string().nullable(),
})

/** The current state of a dispute or an early fraud warning. */
const orderDisputeSchema = z.object({
  status: z.string(),
  reason: z.string(),
  /** In the currency of the payment; null: the full amount. */
  amount: z.number().nullable(),
  dueAt: z.string().nullable(),
})

/** A product of a bundle's order. */
export const orderedProductSchema = z.object({
  id,
  name: z.string(),
  /** The status of its grant; null: nothing was granted yet. */
  access: z.string().nullable(),
  licenceKey: z.string().nullable(),
})
export type OrderedProduct = z.infer<typeof orderedProductSchema>

/** One order with all details. */
export const orderDetailSchema = orderSchema.extend({
  currency: z.string(),
  originalAmount: z.number(),
  discountAmount: z.number(),
  /** The amounts of a crypto payment, and any irregularity. */
  receivedAmount: z.number(),
  dueAmount: z.number(),
  excessAmount: z.number(),
  returnedAmount: z.number(),
  situation: z.enum(SITUATIONS).nullable(),
  /** The tax in `amount`; null: none, or not known. */
  tax: statedTaxSchema.nullable(),
  taxProblem: z.enum(TAX_PROBLEMS).nullable(),
  isCrypto: z.boolean(),
  /** Whether Complete can end the order's flag. Else its money is refunded and the order closed. */
  canComplete: z.boolean(),
  paidAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  /** When the sweep next checks the payment at the provider. */
  nextCheckAt: z.string().nullable(),
  /** The order's ids at the provider and in the shop. */
  ids: z.object({
    reference: z.string(),
    checkoutId: z.string().nullable(),
    transactionId: z.string().nullable(),
    intentId: z.string().nullable(),
  }),
  /** The order's page in the provider's dashboard. */
  providerUrl: z.string().nullable(),
  couponId: id.nullable(),
  referrer: z.object({ id, username: z.string() }).nullable(),
  /** The grant from this order, and whether it is still active. */
  grant: z.object({ id, status: z.string(), isActive: z.boolean() }).nullable(),
  licence: z
    .object({ id, licenceKey: z.string(), devicesUsed: id, deviceLimit: id, isRevoked: z.boolean() })
    .nullable(),
  /** What the order of a bundle grants; null: it is for no bundle. */
  contents: z.array(orderedProductSchema).nullable(),
  subscription: z
    .object({ id, status: z.enum(SUBSCRIPTION_STATUSES), stripeSubscriptionId: z.string().nullable() })
    .nullable(),
  /** The refund that is in progress or waits for a decision. */
  openRefund: orderRefundSchema.nullable(),
  /** The latest dispute; null: there was none. */
  dispute: orderDisputeSchema.nullable(),
  /** The card issuer's warning of probable fraud; null once the order was refunded or disputed. */
  fraudWarning: orderDisputeSchema.nullable(),
  /** Newest first. */
  timeline: z.array(timelineEntrySchema),
  /** The cursors for older mails and downloads; null: all are in the timeline. */
  older: z.object({ mails: z.string().nullable(), downloads: z.string().nullable() }),
})
export type OrderDetail = z.infer<typeof orderDetailSchema>

/** A subscription as an admin sees it: the owner's view, plus the owner. */
export const listedSubscriptionSchema = subscriptionSchema.extend({
  userId: id.nullable(),
  email: z.string().nullable(),
  user: buyerSchema.nullable(),
  stripeSubscriptionId: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
})
export type ListedSubscription = z.infer<typeof listedSubscriptionSchema>

/** A subscription with a page of its payments, newest first. */
export const subscriptionDetailSchema = listedSubscriptionSchema.extend({
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  providerUrl: z.string().nullable(),
  payments: z.array(orderSchema),
  /** The admins' actions on the subscription, newest first. */
  history: z.array(timelineEntrySchema),
})
export type SubscriptionDetail = z.infer<typeof subscriptionDetailSchema>

export const cancelSchema = z.object({
  /** True: end with the paid period. False: end at once. Neither refunds money. */
  atPeriodEnd: z.boolean(),
})
export type CancelInput = z.infer<typeof cancelSchema>

/** The result of checking a payment at the provider. */
export const checkedSchema = z.object({
  outcome: z.enum(['settled', 'changed', 'held', 'closed', 'flagged', 'ignored']),
  status: z.enum(PAYMENT_STATUSES),
})
export type Checked = z.infer<typeof checkedSchema>
