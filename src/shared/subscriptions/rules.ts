import type { SubscriptionStatus } from './contract.ts'

/** The state that decides which changes of a subscription are possible. Instants in epoch milliseconds. */
export type Renewal = {
  status: SubscriptionStatus
  currentPeriodEnd: number
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
}

const OVER: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']

export const isOver = (status: SubscriptionStatus): boolean => OVER.includes(status)

/** The planned end of a subscription; null: it renews. */
export const plannedEnd = (renewal: Omit<Renewal, 'status'>): number | null =>
  renewal.cancelAtPeriodEnd ? (renewal.cancelAt ?? renewal.currentPeriodEnd) : null

/**
 * How a cancellation ends a subscription: at the end of the paid month. If the month is not paid, the subscription ends
 * at once, because a later end would let the provider retry the charge.
 */
export const endingOf = (status: SubscriptionStatus): 'with-period' | 'now' =>
  status === 'active' || status === 'trialing' ? 'with-period' : 'now'

/** Whether nothing is outstanding: the current month is paid, or part of a trial. */
export const isPaid = (status: SubscriptionStatus) => status === 'active' || status === 'trialing'
const isUnpaid = (status: SubscriptionStatus) => status === 'past_due' || status === 'unpaid'

/** A change of a subscription that its owner is notified of. */
export type Change =
  | 'failed'
  | 'recovered'
  /** The provider has stopped its retries, but still accepts a payment. */
  | 'unpaid'
  | 'ended-unpaid'
  | 'ended'
  | 'cancelled'
  | 'resumed'

export function changeOf(before: Renewal, after: Renewal): Change | null {
  if (before.status !== after.status) {
    if (isOver(after.status)) {
      if (isOver(before.status)) return null
      return isUnpaid(before.status) ? 'ended-unpaid' : 'ended'
    }
    if (after.status === 'unpaid') return 'unpaid'
    if (after.status === 'past_due') return 'failed'
    if (isPaid(after.status) && isUnpaid(before.status)) return 'recovered'
  }
  if (!isPaid(after.status) || before.cancelAtPeriodEnd === after.cancelAtPeriodEnd) return null
  return after.cancelAtPeriodEnd ? 'cancelled' : 'resumed'
}

/** Why a subscription's renewal cannot be changed; null: it can be changed. */
export function refuseChange(
  renewal: Renewal & { stripeSubscriptionId: string | null },
  input: 'cancel' | 'resume' | 'end',
  now: number,
): string | null {
  const end = plannedEnd(renewal)
  if (isOver(renewal.status) || (end !== null && end <= now)) {
    return input === 'resume'
      ? 'This subscription has ended. Subscribe again to continue.'
      : 'This subscription has already ended. You will not be charged again.'
  }
  if (renewal.stripeSubscriptionId === null) return 'This subscription does not renew automatically.'
  return null
}
