import type { Notification, ServerMessage } from '#shared/notifications/contract.ts'
import { KEPT_NOTIFICATIONS, type NotificationChange } from '#shared/notifications/rules.ts'
import { RECALL_NOTIFICATION } from '#shared/recalls/contract.ts'

export const PURCHASES = '/api/user/purchases'
export const SUBSCRIPTIONS = '/api/user/subscriptions'
export const MY_PRODUCTS = '/api/my-products'
export const LICENCES = '/api/user/licences'
export const REFERRALS = '/api/user/referrals'
export const REFERRAL_STATS = '/api/user/referral-stats'
const PROFILE = '/api/user/profile'
export const RECALLS = '/api/recalls'

/** An effect of a message besides the change of the list. */
export type Effect =
  | { type: 'refresh'; keys: readonly string[] }
  | { type: 'sound'; id: string }
  | {
      type: 'toast'
      title: string
      description?: string
      tone: 'default' | 'success' | 'destructive'
      duration: number
      /** The toast never replaces a notification. */
      isMinor?: true
    }

export type Received = { notifications: readonly Notification[]; effects: readonly Effect[] }

/**
 * Data may have been read shortly before the page began to load: a prefetched response, or a clock that was suspended.
 */
const MARGIN_MS = 10_000

/**
 * The list and the effects after a message from the hub. If the hub received a change after the page began to load, the
 * page's data are old, and no message follows for that change. `pageAgeMs`: the time since the page began to load, in
 * milliseconds; null after the first welcome.
 */
export function receive(
  kept: readonly Notification[],
  message: ServerMessage,
  pageAgeMs: number | null = null,
): Received {
  switch (message.type) {
    case 'welcome': {
      const { complete, quietMs } = message
      const mayBeStale =
        !complete || (pageAgeMs !== null && quietMs !== null && quietMs < pageAgeMs + MARGIN_MS)
      return { notifications: message.notifications, effects: mayBeStale ? [refreshAll] : [] }
    }
    case 'notifications':
      return { notifications: message.notifications, effects: [] }
    case 'pong':
      return { notifications: kept, effects: [] }
    case 'notification':
      return { notifications: addNewest(kept, message.data), effects: announce(message.data) }
    case 'purchase_completed':
      return { notifications: kept, effects: [{ type: 'refresh', keys: [PURCHASES, MY_PRODUCTS] }] }
    case 'subscription_created':
      return { notifications: kept, effects: [{ type: 'refresh', keys: [SUBSCRIPTIONS, MY_PRODUCTS] }] }
    case 'dashboard_refresh':
      return {
        notifications: kept,
        effects: [refreshAll, updatedToast],
      }
  }
}

/** Splits an action that waits for the connection into single items, so that it does not affect later notifications. */
export function nameItems(kept: readonly Notification[], input: NotificationChange): NotificationChange[] {
  switch (input.type) {
    case 'mark_all_read':
      return kept.filter(({ read }) => !read).map(({ id }) => ({ type: 'mark_read', id }))
    case 'clear':
      return kept.map(({ id }) => ({ type: 'dismiss', id }))
    default:
      return [input]
  }
}

const refreshAll: Effect = {
  type: 'refresh',
  keys: [PURCHASES, SUBSCRIPTIONS, MY_PRODUCTS, LICENCES, REFERRALS, REFERRAL_STATS, PROFILE, RECALLS],
}

const updatedToast: Effect = {
  type: 'toast',
  title: 'Dashboard Updated',
  tone: 'default',
  duration: 3000,
  isMinor: true,
}

// After a reconnect, the welcome already lists missed notifications. The known copy keeps its read state.
const addNewest = (kept: readonly Notification[], item: Notification) =>
  kept.some(({ id }) => id === item.id) ? kept : [item, ...kept].slice(0, KEPT_NOTIFICATIONS)

/** The withdrawn version is no longer offered. */
const recalls: Effect = { type: 'refresh', keys: [RECALLS, MY_PRODUCTS] }

function announce({ id, title, message, type }: Notification): Effect[] {
  const good =
    type === 'success' ||
    type === 'purchase' ||
    type === 'purchase_completed' ||
    type === 'subscription_created'
  const tone = type === 'error' ? 'destructive' : good ? 'success' : 'default'
  return [
    { type: 'sound', id },
    { type: 'toast', title, description: message, tone, duration: 5000 },
    ...(id.startsWith(RECALL_NOTIFICATION) ? [recalls] : []),
  ]
}
