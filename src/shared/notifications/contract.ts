import { z } from 'zod'

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

/** Only a path within the shop: two slashes at the beginning would lead to another site. */
const SHOP_PATH = /^\/(?![/\\])/

export const notificationSchema = z.object({
  id: z.string(),
  title: z.string().default('Notification'),
  message: z.string().default('You have a new notification'),
  type: z.enum(NOTIFICATION_TYPES).catch('info').default('info'),
  timestamp: z.string(),
  read: z.boolean().default(false),
  purchaseDetails: z.object({ productName: z.string(), amount: z.number() }).optional(),
  downloadUrl: z.string().optional(),
  /** Where the subject is shown, as a path within the shop. Older notifications have none. */
  link: z.string().regex(SHOP_PATH).optional().catch(undefined),
  product: z.object({ name: z.string(), price: z.number() }).optional(),
  subscription: z.object({ status: z.string(), nextBillingDate: z.string().nullable() }).optional(),
})
export type Notification = z.infer<typeof notificationSchema>

const notificationMessage = z.object({
  type: z.literal('notification'),
  data: notificationSchema,
  timestamp: z.string(),
})
const purchaseCompletedMessage = z.object({
  type: z.literal('purchase_completed'),
  data: z.object({ paymentId: z.number(), productId: z.number() }),
})
const subscriptionCreatedMessage = z.object({
  type: z.literal('subscription_created'),
  data: z.object({ productId: z.number() }),
})
const dashboardRefreshMessage = z.object({ type: z.literal('dashboard_refresh') })

/** A message that a change pushes to one user's screens. The user's hub gives each message a sequence number. */
export const userMessageSchema = z.discriminatedUnion('type', [
  notificationMessage,
  purchaseCompletedMessage,
  subscriptionCreatedMessage,
  dashboardRefreshMessage,
])
export type UserMessage = z.infer<typeof userMessageSchema>

/** `seq` grows by one per user message; a client drops messages it has seen. */
const numbered = { seq: z.number().int() }

/** All messages that the hub sends. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    /** The last assigned sequence number. Missed messages follow as ordinary messages. */
    seq: z.number().int(),
    notifications: z.array(notificationSchema),
    /** False where the log does not reach back to the client's last message: the client should reload its data. */
    complete: z.boolean(),
    /** Milliseconds since the hub was last notified of a change; null: never. */
    quietMs: z.number().nullable().default(0),
  }),
  notificationMessage.extend(numbered),
  purchaseCompletedMessage.extend(numbered),
  subscriptionCreatedMessage.extend(numbered),
  dashboardRefreshMessage.extend(numbered),
  /** The kept notifications after a change (read, dismissed or all cleared) on this device or another one. */
  z.object({ type: z.literal('notifications'), notifications: z.array(notificationSchema) }),
  z.object({ type: z.literal('pong') }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

/** All messages that a browser may send. `init` must match the session; otherwise the connection is closed. */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), userId: z.number().int(), isAdmin: z.boolean().optional() }),
  z.object({ type: z.literal('ping'), timestamp: z.unknown().optional() }),
  z.object({ type: z.literal('mark_read'), id: z.string() }),
  z.object({ type: z.literal('mark_all_read') }),
  z.object({ type: z.literal('dismiss'), id: z.string() }),
  z.object({ type: z.literal('clear') }),
])
export type ClientMessage = z.infer<typeof clientMessageSchema>

/** Sent as plain text: the platform answers PING with PONG without waking the hub. */
export const PING = 'ping'
export const PONG = 'pong'
