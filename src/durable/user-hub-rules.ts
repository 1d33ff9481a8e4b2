import {
  KEPT_NOTIFICATIONS,
  type Notification,
  type UserMessage,
} from '../worker/features/notifications/contract.ts'

/** How many messages back a returning browser is told exactly what it missed. */
export const LOG_LENGTH = 200
export const MAX_SOCKETS = 20

/** The kept notifications (newest first) after new messages: no id twice, never more than the limit. */
export function keep(kept: readonly Notification[], messages: readonly UserMessage[]): Notification[] {
  const next = [...kept]
  for (const message of messages) {
    if (message.type !== 'notification' || next.some((known) => known.id === message.data.id)) continue
    next.unshift(message.data)
  }
  return next.slice(0, KEPT_NOTIFICATIONS)
}

/** Which logged messages a browser gets that has seen everything up to `since`; null: it is new here, nothing is missed. */
export function missedSince(since: number | null, last: number): { from: number; complete: boolean } | null {
  if (since === null) return null
  // A number we never gave out: this browser knew another history.
  if (since > last) return { from: last, complete: false }
  return { from: since, complete: last - since <= LOG_LENGTH }
}
