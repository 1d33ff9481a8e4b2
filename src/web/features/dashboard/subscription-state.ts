import { formatDay } from '../../../worker/core/format-day.ts'
import type { Subscription } from '../../../worker/features/subscriptions/contract.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

export type SubscriptionState = {
  badge: { label: string; tone: BadgeTone }
  /** When something happens next, or last happened. */
  date: { term: string; at: string } | null
  /** Only an active one is not greyed. */
  isActive: boolean
  /** What its owner may do about it. */
  may: 'cancel' | 'resume' | 'subscribe' | null
  /** A sentence where the badge does not say it all. */
  note: string | null
}

type Facts = Pick<Subscription, 'status' | 'nextBillingDate' | 'endsAt' | 'cancelAtPeriodEnd' | 'graceEndsAt'>

/** How a subscription is shown. `now` in epoch milliseconds. */
export function subscriptionState(facts: Facts, now: number): SubscriptionState {
  const { status, nextBillingDate, endsAt, graceEndsAt } = facts
  const isOver = status === 'canceled' || status === 'incomplete_expired'
  if (isOver || (endsAt !== null && Date.parse(endsAt) <= now)) return ended(endsAt)
  switch (status) {
    case 'active':
    case 'trialing':
      return endsAt === null ? renewing(status, nextBillingDate) : ending(status, endsAt, facts)
    case 'past_due':
    case 'unpaid':
      return failed(graceEndsAt, now)
    default:
      return {
        badge: { label: status === 'paused' ? 'Paused' : 'Payment incomplete', tone: 'warning' },
        date: null,
        isActive: false,
        may: 'cancel',
        note: null,
      }
  }
}

const ended = (endsAt: string | null): SubscriptionState => ({
  badge: { label: 'Ended', tone: 'neutral' },
  date: endsAt === null ? null : { term: 'Ended on', at: endsAt },
  isActive: false,
  may: 'subscribe',
  note: null,
})

const renewing = (status: Facts['status'], nextBillingDate: string | null): SubscriptionState => ({
  badge: { label: 'Active', tone: 'success' },
  date: nextBillingDate === null ? null : { term: 'Renews on', at: nextBillingDate },
  isActive: status === 'active',
  may: 'cancel',
  note: null,
})

/** Cancelled, or a month that was paid in advance and has nobody to renew it. */
const ending = (
  status: Facts['status'],
  endsAt: string,
  { cancelAtPeriodEnd }: Facts,
): SubscriptionState => ({
  badge: cancelAtPeriodEnd
    ? { label: `Cancels on ${formatDay(endsAt)}`, tone: 'warning' }
    : { label: 'Active', tone: 'success' },
  date: { term: 'Ends on', at: endsAt },
  isActive: status === 'active',
  may: cancelAtPeriodEnd ? 'resume' : null,
  note: cancelAtPeriodEnd
    ? 'You will not be charged again.'
    : 'Paid in advance; it does not renew by itself.',
})

function failed(graceEndsAt: string | null, now: number): SubscriptionState {
  const isOpen = graceEndsAt !== null && Date.parse(graceEndsAt) > now
  return {
    badge: {
      label: isOpen ? `Payment failed – access until ${formatDay(graceEndsAt)}` : 'Payment failed',
      tone: 'danger',
    },
    date: isOpen ? { term: 'Access until', at: graceEndsAt } : null,
    isActive: false,
    may: 'cancel',
    note: isOpen
      ? 'The last payment failed and is tried again. Until then your files stay open in Products.'
      : 'The last payment failed. Your files open again as soon as it is paid.',
  }
}
