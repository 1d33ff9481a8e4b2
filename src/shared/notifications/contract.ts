import { z } from 'zod'

/** Newest first, never more than this many. */
export const KEPT_NOTIFICATIONS = 20

export const NOTIFICATION_TYPES = [
  'info',
  'success',
  'warning',
  'error',
  'purchase',
  'purchase_completed',
  'subscription_created',
  'admin_update',
] as const

export const notificationSchema = z.object({
  id: z.string(),
  title: z.string().default('Notification'),
  message: z.string().default('You have a new notification'),
  type: z.enum(NOTIFICATION_TYPES).catch('info').default('info'),
  timestamp: z.string(),
  read: z.boolean().default(false),
  purchaseDetails: z.object({ productName: z.string(), amount: z.number() }).optional(),
  downloadUrl: z.string().optional(),
  product: z.object({ name: z.string(), price: z.number() }).optional(),
  subscription: z.object({ status: z.string(), nextBillingDate: z.string().nullable() }).optional(),
})
export type Notification = z.infer<typeof notificationSchema>

/** What a change pushes to one user's screens. Each gets a sequence number in that user's hub. */
export const userMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notification'), data: notificationSchema, timestamp: z.string() }),
  z.object({
    type: z.literal('purchase_completed'),
    data: z.object({ paymentId: z.number(), productId: z.number() }),
  }),
  z.object({ type: z.literal('subscription_created'), data: z.object({ productId: z.number() }) }),
  z.object({ type: z.literal('dashboard_refresh') }),
])
export type UserMessage = z.infer<typeof userMessageSchema>

/** Everything the hub sends. `seq` grows by one per message of this user; a client drops what it has already seen. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    /** The last sequence number given out; what was missed follows as ordinary messages. */
    seq: z.number().int(),
    notifications: z.array(notificationSchema),
    /** False where the client was away longer than the log reaches: it should reload what it shows. */
    complete: z.boolean(),
    /** Milliseconds since the hub was last notified of a change; null: it never was. */
    quietMs: z.number().nullable().default(0),
  }),
  z.object({ type: z.literal('message'), seq: z.number().int(), message: userMessageSchema }),
  /** The kept notifications after one was read, dismissed or all were cleared, here or on another device. */
  z.object({ type: z.literal('notifications'), notifications: z.array(notificationSchema) }),
  z.object({ type: z.literal('pong') }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

/** Everything a browser may send. `init` only repeats what the session already says; a lie ends the connection. */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), userId: z.number().int(), isAdmin: z.boolean().optional() }),
  z.object({ type: z.literal('ping'), timestamp: z.unknown().optional() }),
  z.object({ type: z.literal('mark_read'), id: z.string() }),
  z.object({ type: z.literal('mark_all_read') }),
  z.object({ type: z.literal('dismiss'), id: z.string() }),
  z.object({ type: z.literal('clear') }),
])
export type ClientMessage = z.infer<typeof clientMessageSchema>

/** Sent as plain text: the platform answers it without waking the hub. */
export const PING = 'ping'
export const PONG = 'pong'
