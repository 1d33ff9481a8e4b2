import { HOUR, MINUTE, SECOND } from '#shared/core/time.ts'

const EVENT_ATTEMPTS = 20

/** A stored event whose message was lost is due after this time. The queue handles most events within a few seconds. */
const MESSAGE_LOST_AFTER_MS = 30 * SECOND

/**
 * The time at which the sweep handles a stored event: after 30 seconds where nothing was attempted; after 2 minutes,
 * doubling to 6 hours, where an attempt failed; null where no attempt is left.
 */
export function nextAttemptAt(attempts: number, now: number): number | null {
  if (attempts === 0) return now + MESSAGE_LOST_AFTER_MS
  return attempts >= EVENT_ATTEMPTS ? null : now + Math.min(6 * HOUR, MINUTE * 2 ** attempts)
}
