import { DAY } from '#shared/core/time.ts'

/** A question that was mailed is not mailed again for this long. */
export const FRESH_MS = DAY

export type SubscriberState = { createdAt: number; confirmedAt: number | null; unsubscribedAt: number | null }

/** subscribed: confirmed, and not left since · asked: waiting for an answer · left: has ended it, or never answered. */
export function subscriberState(
  { createdAt, confirmedAt, unsubscribedAt }: SubscriberState,
  now: number,
): 'subscribed' | 'asked' | 'left' {
  if (unsubscribedAt !== null && unsubscribedAt >= createdAt) return 'left'
  if (confirmedAt !== null) return 'subscribed'
  return now - createdAt < FRESH_MS ? 'asked' : 'left'
}

/**
 * Whether this answer belongs to the latest question: one that was asked later, or an end that came after it,
 * makes it void.
 */
export const answersTheQuestion = (subscriber: SubscriberState, askedAt: number): boolean =>
  subscriber.createdAt === askedAt &&
  (subscriber.unsubscribedAt === null || subscriber.unsubscribedAt < askedAt)
