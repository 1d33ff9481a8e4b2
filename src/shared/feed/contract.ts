import { z } from 'zod'
import { PAYMENT_STATUSES } from '#shared/payments/contract.ts'

/** Newest first, never more than this many. */
export const FEED_LENGTH = 50
export const RECENT_PURCHASES = 5

/** What happens in the shop and is shown in the feed (migrations/0007 writes it down). */
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
  /** Grows with every event: of two, the later has the greater one. */
  id: z.number().int(),
  kind: z.enum(FEED_KINDS),
  /** ISO 8601. */
  at: z.string(),
  /** The account's name, or the address of somebody without one. */
  who: z.string().nullable(),
  userId: z.number().int().nullable(),
  paymentId: z.number().int().nullable(),
  subscriptionId: z.number().int().nullable(),
  /** The message, mail, refund or finding it is about. */
  subjectId: z.number().int().nullable(),
  product: z.object({ id: z.number().int(), name: z.string(), price: z.number() }).nullable(),
  /** USD: what was paid, went back, is asked for, or is paid per month. */
  amount: z.number().nullable(),
  /** In the words of what it is about: a message's subject, a mail's template, why a payment was flagged. */
  about: z.string().nullable(),
  /** Of a purchase: how its payment stands now. */
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

/** Everything the admins' hub sends. */
export const adminMessageSchema = z.discriminatedUnion('type', [
  /** How it stands: the answer to `admin-init`, and whenever the hub had to begin again. Replaces what is shown. */
  z.object({
    type: z.literal('admin-stats'),
    stats: adminStatsSchema,
    feed: z.array(feedItemSchema).max(FEED_LENGTH),
    /** The latest event that this admin has seen in each tab; of a tab that is not named: `rest`. */
    seen: z.record(z.string(), z.number().int()).optional(),
  }),
  /** A purchase, with the totals as they are now. */
  z.object({ type: z.literal('purchase_update'), data: feedItemSchema, totals: liveTotalsSchema }),
  z.object({ type: z.literal('admin-notification'), data: feedItemSchema }),
  /** The end of each piece of news. `feed` is what came in too fast to be sent one by one, newest first. */
  z.object({
    type: z.literal('admin-update'),
    stats: adminStatsSchema,
    feed: z.array(feedItemSchema).max(FEED_LENGTH),
  }),
  z.object({ type: z.literal('pong') }),
])
export type AdminMessage = z.infer<typeof adminMessageSchema>

/** The tabs of the back office that say how much came in for them. */
export const COUNTED_TABS = ['users', 'orders', 'recovery', 'payouts', 'inbox', 'mails'] as const

/** Everything an admin's browser may send. `admin-init` only repeats what the session says; a false claim ends the connection. */
export const adminClientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('admin-init'), userId: z.number().int(), isAdmin: z.literal(true) }),
  /** Everything up to this event was seen in this tab. */
  z.object({ type: z.literal('admin-seen'), tab: z.enum(COUNTED_TABS), id: z.number().int().nonnegative() }),
  z.object({ type: z.literal('ping'), timestamp: z.unknown().optional() }),
])
export type AdminClientMessage = z.infer<typeof adminClientMessageSchema>
