import { z } from 'zod'
import { PAYMENT_STATUSES } from '#shared/payments/contract.ts'

/** Maximum number of events in the feed, newest first. */
export const FEED_LENGTH = 50
export const RECENT_PURCHASES = 5

/** The events that the feed shows (triggers of migrations/0007 record them). */
export const FEED_KINDS = [
  'purchase',
  'refund',
  'dispute',
  'restore',
  'dispute_updated',
  'dispute_lost',
  'fraud_warning',
  'subscription_started',
  'subscription_past_due',
  'subscription_ended',
  'user_registered',
  'user_deleted',
  'payment_flagged',
  'refund_asked',
  'contact_message',
  'mail_dead',
  'finding',
] as const
export type FeedKind = (typeof FEED_KINDS)[number]

export const feedItemSchema = z.object({
  /** Grows with every event: a later event has a greater id. */
  id: z.number().int(),
  kind: z.enum(FEED_KINDS),
  /** ISO 8601. */
  at: z.string(),
  /** The account's name, or the email address of a person without an account. */
  who: z.string().nullable(),
  userId: z.number().int().nullable(),
  paymentId: z.number().int().nullable(),
  subscriptionId: z.number().int().nullable(),
  /** The id of the message, mail, refund or finding that the event is about. */
  subjectId: z.number().int().nullable(),
  product: z.object({ id: z.number().int(), name: z.string(), price: z.number() }).nullable(),
  /** USD: the amount paid, refunded or requested, or the monthly price. */
  amount: z.number().nullable(),
  /** A text from the event's subject: a message's subject, a mail's template, the reason why a payment was flagged. */
  about: z.string().nullable(),
  /** The current payment status of a purchase. */
  status: z.enum(PAYMENT_STATUSES).optional(),
})
export type FeedItem = z.infer<typeof feedItemSchema>

export const liveTotalsSchema = z.object({
  totalUsers: z.number().int(),
  totalPurchases: z.number().int(),
  totalSubscriptions: z.number().int(),
  /** USD: captured minus refunds. */
  totalRevenue: z.number(),
})
export type LiveTotals = z.infer<typeof liveTotalsSchema>

export const adminStatsSchema = liveTotalsSchema.extend({
  recentPurchases: z.array(feedItemSchema).max(RECENT_PURCHASES),
})
export type AdminStats = z.infer<typeof adminStatsSchema>

/** All messages that the admins' hub sends. */
export const adminMessageSchema = z.discriminatedUnion('type', [
  /** The whole state: the reply to `admin-init`, also sent when the hub restarted. Replaces all shown data. */
  z.object({
    type: z.literal('admin-stats'),
    stats: adminStatsSchema,
    feed: z.array(feedItemSchema).max(FEED_LENGTH),
    /** The id of the latest event that this admin has seen in each tab; `rest` is for the tabs that are not named. */
    seen: z.record(z.string(), z.number().int()).optional(),
  }),
  /** A purchase, with the current totals. */
  z.object({ type: z.literal('purchase_update'), data: feedItemSchema, totals: liveTotalsSchema }),
  z.object({ type: z.literal('admin-notification'), data: feedItemSchema }),
  /** Ends each group of messages. `feed` has the events that came too fast to be sent one by one, newest first. */
  z.object({
    type: z.literal('admin-update'),
    stats: adminStatsSchema,
    feed: z.array(feedItemSchema).max(FEED_LENGTH),
  }),
  z.object({ type: z.literal('pong') }),
])
export type AdminMessage = z.infer<typeof adminMessageSchema>

/** The tabs of the back office that show a count of new events. */
export const COUNTED_TABS = ['users', 'orders', 'recovery', 'payouts', 'inbox', 'mails'] as const

/** All messages from an admin's browser. `admin-init` must match the session; otherwise the connection is closed. */
export const adminClientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('admin-init'), userId: z.number().int(), isAdmin: z.literal(true) }),
  /** The admin has seen all events up to this one in this tab. */
  z.object({ type: z.literal('admin-seen'), tab: z.enum(COUNTED_TABS), id: z.number().int().nonnegative() }),
  z.object({ type: z.literal('ping'), timestamp: z.unknown().optional() }),
])
export type AdminClientMessage = z.infer<typeof adminClientMessageSchema>
