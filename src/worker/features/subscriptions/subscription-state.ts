import { MINUTE } from '#shared/core/time.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import type { MailToWrite } from '../email/mail-rules.ts'

/** The state of a subscription at the provider, which renews it. Our row is updated from this state. */
export type ProviderSubscription = {
  subscriptionId: string
  customerId: string
  status: SubscriptionStatus
  /** Epoch milliseconds. */
  currentPeriodStart: number
  currentPeriodEnd: number
  /** The end of its trial, also once it is over; null: there was none. */
  trialEndsAt: number | null
  cancelAtPeriodEnd: boolean
  /** The instant of the end, where one is scheduled. */
  cancelAt: number | null
  endedAt: number | null
}

/** Longer than any request to the provider takes. */
export const MAX_CLOCK_SKEW_MS = 15 * MINUTE

/**
 * Whether the answer to a request at `observedAt` is later than the answer to a request at `now`. An `observedAt`
 * further ahead than a request can take comes from a wrong clock: its order is unknown, so the present answer counts.
 */
export const isLaterAnswer = (observedAt: number, now: number): boolean =>
  observedAt > now && observedAt <= now + MAX_CLOCK_SKEW_MS

/** A subscription that has not ended. `endsAt` is its planned end, null where it renews. */
export type CurrentSubscription = {
  id: number
  prepaid: boolean
  currentPeriodEnd: number
  endsAt: number | null
}

/** The notices of a change of a subscription to its owner: on their screens, and by mail where it is about money. */
export type News = { messages: UserMessage[]; mail: MailToWrite | null }
