import { DAY, HOUR } from '#shared/core/time.ts'
import type { Notification, UserMessage } from '#shared/notifications/contract.ts'
import { KEPT_NOTIFICATIONS } from '#shared/notifications/rules.ts'

/** Length of the message log: a reconnecting browser gets its missed messages if there are no more than these. */
export const LOG_LENGTH = 200
export const MAX_SOCKETS = 20
/**
 * How long a key is stored after its last push. The outbox repeats an undelivered message at least once an hour, so a
 * repetition is always recognized.
 */
export const KEY_MEMORY_MS = 30 * DAY
/** A request that began before an account was deleted has ended long before this. */
const DELETION_RACE_MS = HOUR

/**
 * True where a connection to the hub of a deleted account is valid. The deletion ended every session first: a session
 * that is valid long afterwards means that the tables were restored to a time before the deletion.
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

/** The logged messages for a browser that has received all up to `since`; null: a new browser, which missed none. */
export function missedSince(since: number | null, last: number): { from: number; complete: boolean } | null {
  if (since === null) return null
  // This hub never assigned this number: the browser knows another history.
  if (since > last) return { from: last, complete: false }
  return { from: since, complete: last - since <= LOG_LENGTH }
}
