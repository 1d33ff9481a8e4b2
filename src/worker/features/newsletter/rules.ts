import { DAY } from '#shared/core/time.ts'

/** Minimum time between two confirmation mails to an address. */
export const FRESH_MS = DAY

export type SubscriberState = { createdAt: number; confirmedAt: number | null; unsubscribedAt: number | null }

/**
 * subscribed: confirmed, not unsubscribed since · asked: not confirmed, requested within `FRESH_MS` · left: any other.
 */
export function subscriberState(
  { createdAt, confirmedAt, unsubscribedAt }: SubscriberState,
  now: number,
): 'subscribed' | 'asked' | 'left' {
  if (unsubscribedAt !== null && unsubscribedAt >= createdAt) return 'left'
  if (confirmedAt !== null) return 'subscribed'
  return now - createdAt < FRESH_MS ? 'asked' : 'left'
}

/**
 * Whether this confirmation belongs to the latest request. A later request, or an unsubscription after the request,
 * makes the confirmation invalid.
 */
export const answersTheQuestion = (subscriber: SubscriberState, askedAt: number): boolean =>
  subscriber.createdAt === askedAt &&
  (subscriber.unsubscribedAt === null || subscriber.unsubscribedAt < askedAt)
