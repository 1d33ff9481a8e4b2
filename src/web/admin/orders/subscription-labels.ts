import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'

/** The label of each status of a subscription. */
export const SUBSCRIPTION_LABELS: Record<SubscriptionStatus, string> = {
  active: 'Active',
  trialing: 'On trial',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  incomplete: 'Incomplete',
  incomplete_expired: 'Never paid',
  paused: 'Paused',
  canceled: 'Ended',
}
