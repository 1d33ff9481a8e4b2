import { toIso } from '#shared/core/time.ts'
import type { Notification, UserMessage } from '#shared/notifications/contract.ts'

/** Makes open pages of the user reload what they show. */
export const REFRESH: UserMessage = { type: 'dashboard_refresh' }

/** An unread notification. */
export function notification(about: Omit<Notification, 'timestamp' | 'read'>, now: number): UserMessage {
  const timestamp = toIso(now)
  return { type: 'notification', timestamp, data: { ...about, timestamp, read: false } }
}
