import type { MailToWrite } from '../email/contract.ts'
import type { UserMessage } from '../notifications/contract.ts'
import type { SubscriptionStatus } from './contract.ts'

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

/** A subscription that has not ended: whether months of it were paid in advance, and when it ends as things stand. */
export type StandingSubscription = {
  id: number
  prepaid: boolean
  currentPeriodEnd: number
  endsAt: number | null
}

/** What a change of a subscription tells its owner: on their screens, and by mail where it is about money. */
export type News = { messages: UserMessage[]; mail: MailToWrite | null }
