import { DAY, HOUR } from '#shared/core/time.ts'
import { KEPT_NOTIFICATIONS, type Notification, type UserMessage } from '#shared/notifications/contract.ts'

/** How many messages back a returning browser is sent exactly what it missed. */
export const LOG_LENGTH = 200
export const MAX_SOCKETS = 20
/**
 * How long a key is remembered after it last came. The outbox repeats an undelivered message at least once an hour, so a
 * repetition always comes in time.
 */
export const KEY_MEMORY_MS = 30 * DAY
/** A request that began before an account was deleted has ended long before this. */
const DELETION_RACE_MS = HOUR

/**
 * Whether a hub whose account was deleted takes this connection. The deletion ended every session first: one that is
 * valid long afterwards means that the tables were restored to a moment before it.
 */
export const isRestored = (deletedAt: number, now: number): boolean => now - deletedAt > DELETION_RACE_MS

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
