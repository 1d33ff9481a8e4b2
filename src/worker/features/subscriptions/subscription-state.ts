import { MINUTE } from '#shared/core/time.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import type { MailToWrite } from '../email/mail-rules.ts'

/** What the provider, who owns renewal, says of a subscription now. Our row follows it. */
export type ProviderSubscription = {
  subscriptionId: string
  customerId: string
  status: SubscriptionStatus
  /** Epoch milliseconds. */
  currentPeriodStart: number
  currentPeriodEnd: number
  cancelAtPeriodEnd: boolean
  /** The moment of the end where one is fixed. */
  cancelAt: number | null
  endedAt: number | null
}

/** Longer than any question to the provider takes. */
export const MAX_CLOCK_SKEW_MS = 15 * MINUTE

/**
 * Whether an answer that was asked for at `observedAt` is later than one asked for at `now`. One that is dated further ahead
 * than a question can take comes from a clock that was wrong: nothing is known of its order, so the present answer counts.
 */
export const isLaterAnswer = (observedAt: number, now: number): boolean =>
  observedAt > now && observedAt <= now + MAX_CLOCK_SKEW_MS

/** A subscription that has not ended: whether months of it were paid in advance, and when it ends by its present state. */
export type CurrentSubscription = {
  id: number
  prepaid: boolean
  currentPeriodEnd: number
  endsAt: number | null
}

/** The notices of a change of a subscription to its owner: on their screens, and by mail where it is about money. */
export type News = { messages: UserMessage[]; mail: MailToWrite | null }
