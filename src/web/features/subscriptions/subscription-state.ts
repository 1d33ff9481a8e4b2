import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import type { BadgeTone } from '../../ui/data/badge.tsx'

/** The owner's actions on a subscription, the most useful first. */
export type SubscriptionAct = 'update-card' | 'cancel' | 'resume' | 'subscribe' | 'renew'

export type SubscriptionState = {
  badge: { label: string; tone: BadgeTone }
  /** The date of the next or the last event. */
  date: { term: string; at: string } | null
  /** The card of a subscription that is not active is greyed. */
  isActive: boolean
  may: readonly SubscriptionAct[]
  /** An additional sentence, if the badge is not enough. */
  note: string | null
}

type Facts = Pick<
  Subscription,
  | 'status'
  | 'nextBillingDate'
  | 'endsAt'
  | 'cancelAtPeriodEnd'
  | 'graceEndsAt'
  | 'prepaid'
  | 'reversed'
  | 'trialEndsAt'
  | 'monthlyPrice'
>

/** The labels and actions of a subscription. `now` in epoch milliseconds. */
export function subscriptionState(facts: Facts, now: number): SubscriptionState {
  const { status, nextBillingDate, endsAt, graceEndsAt, reversed } = facts
  const isOver = status === 'canceled' || status === 'incomplete_expired'
  if (isOver || (endsAt !== null && Date.parse(endsAt) <= now)) return ended(facts)
  if (reversed !== null) return reversedState(reversed, endsAt)
  switch (status) {
    case 'active':
    case 'trialing':
      if (endsAt !== null) return ending(endsAt, facts)
      return facts.trialEndsAt ? onTrial(facts.trialEndsAt, facts) : renewing(nextBillingDate)
    case 'past_due':
    case 'unpaid':
      return failed(status === 'past_due' ? graceEndsAt : null, now)
    default:
      return {
        badge: { label: status === 'paused' ? 'Paused' : 'Payment incomplete', tone: 'warning' },
        date: null,
        isActive: false,
        may: ['update-card', 'cancel'],
        note:
          status === 'paused'
            ? 'Your subscription is paused, so you have no access. Write to us to resume it.'
            : 'The first payment was not completed, so you have no access yet and nothing was charged. Use Update card to pay now. Otherwise it ends automatically within a day, and you can subscribe again.',
      }
  }
}

const ended = ({ endsAt, prepaid, reversed }: Facts): SubscriptionState => ({
  badge: { label: reversed === 'refunded' ? 'Refunded' : 'Ended', tone: 'neutral' },
  date: endsAt === null ? null : { term: 'Ended on', at: endsAt },
  isActive: false,
  may: prepaid ? ['renew', 'subscribe'] : ['subscribe'],
  note: reversed === 'refunded' ? 'The last payment was refunded, so access has ended.' : null,
})

/** The provider may continue the subscription, but the payment of its current month was refunded or is disputed. */
const reversedState = (
  reversed: NonNullable<Facts['reversed']>,
  endsAt: string | null,
): SubscriptionState => ({
  badge:
    reversed === 'refunded'
      ? { label: 'Refunded', tone: 'neutral' }
      : { label: 'Payment disputed', tone: 'danger' },
  date: endsAt === null ? null : { term: 'Ends on', at: endsAt },
  isActive: false,
  // It was cancelled before, or is a prepaid month.
  may: endsAt === null ? ['cancel'] : [],
  note:
    reversed === 'refunded'
      ? 'The last payment was refunded, so access has ended.'
      : 'Your bank disputes the last payment. Access is paused until that is settled.',
})

/** Free until its end, and then charged each month. */
const onTrial = (trialEndsAt: string, { monthlyPrice }: Facts): SubscriptionState => ({
  badge: { label: 'Trial', tone: 'info' },
  date: { term: 'First charge on', at: trialEndsAt },
  isActive: true,
  may: ['cancel'],
  note: `Trial until ${formatDay(trialEndsAt)}, then ${formatUsd(monthlyPrice)} a month. Cancel before that day and nothing is charged.`,
})

const renewing = (nextBillingDate: string | null): SubscriptionState => ({
  badge: { label: 'Active', tone: 'success' },
  date: nextBillingDate === null ? null : { term: 'Renews on', at: nextBillingDate },
  isActive: true,
  may: ['cancel'],
  note: null,
})

/** A cancelled subscription, or a prepaid month, which never renews automatically. */
function ending(endsAt: string, { prepaid, trialEndsAt }: Facts): SubscriptionState {
  if (prepaid) {
    return {
      badge: { label: 'Active', tone: 'success' },
      date: { term: 'Paid until', at: endsAt },
      isActive: true,
      may: ['renew'],
      note: 'This subscription does not renew automatically.',
    }
  }
  return {
    badge: { label: `Cancels on ${formatDay(endsAt)}`, tone: 'warning' },
    date: { term: 'Ends on', at: endsAt },
    isActive: true,
    may: ['resume'],
    note: trialEndsAt ? 'Nothing will be charged.' : 'You will not be charged again.',
  }
}

function failed(graceEndsAt: string | null, now: number): SubscriptionState {
  const isOpen = graceEndsAt !== null && Date.parse(graceEndsAt) > now
  return {
    badge: {
      label: isOpen ? `Payment failed – access until ${formatDay(graceEndsAt)}` : 'Payment failed',
      tone: 'danger',
    },
    date: isOpen ? { term: 'Access until', at: graceEndsAt } : null,
    isActive: false,
    may: ['update-card', 'cancel'],
    note: isOpen
      ? `The last payment failed. It will be tried again. You keep access to your files in Products until ${formatDay(graceEndsAt)}.`
      : 'The last payment failed. You get access to your files again when the payment succeeds.',
  }
}
