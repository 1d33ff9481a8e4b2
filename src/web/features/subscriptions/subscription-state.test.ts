import { describe, expect, it } from 'vitest'
import { subscriptionState } from './subscription-state.ts'

const now = Date.parse('2026-11-10T00:00:00Z')
const later = '2026-12-01T00:00:00.000Z'
const earlier = '2026-11-01T00:00:00.000Z'
const renewing = {
  status: 'active',
  nextBillingDate: later,
  endsAt: null,
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  prepaid: false,
  reversed: null,
  trialEndsAt: null,
  monthlyPrice: 29.99,
} as const

describe('the state of a subscription', () => {
  it('shows the renewal date, or the end of a cancelled subscription', () => {
    expect(subscriptionState(renewing, now)).toMatchObject({
      badge: { label: 'Active' },
      date: { term: 'Renews on', at: later },
      isActive: true,
      may: ['cancel'],
    })
    const cancelled = { ...renewing, nextBillingDate: null, endsAt: later, cancelAtPeriodEnd: true }
    expect(subscriptionState(cancelled, now)).toMatchObject({
      badge: { label: 'Cancels on 1 Dec 2026', tone: 'warning' },
      date: { term: 'Ends on', at: later },
      isActive: true,
      may: ['resume'],
    })
    // The end date has passed, but the provider's event has not arrived yet.
    expect(subscriptionState({ ...cancelled, endsAt: earlier }, now)).toMatchObject({
      badge: { label: 'Ended' },
      isActive: false,
      may: ['subscribe'],
    })
  })

  it('offers no cancellation for a prepaid month', () => {
    const prepaid = {
      ...renewing,
      nextBillingDate: null,
      endsAt: later,
      cancelAtPeriodEnd: true,
      prepaid: true,
    }
    expect(subscriptionState(prepaid, now)).toMatchObject({
      badge: { label: 'Active' },
      date: { term: 'Paid until', at: later },
      isActive: true,
      may: ['renew'],
    })
    expect(subscriptionState({ ...prepaid, status: 'canceled', endsAt: earlier }, now)).toMatchObject({
      badge: { label: 'Ended' },
      may: ['renew', 'subscribe'],
    })
  })

  it('shows a refund or a dispute of the last payment, regardless of the provider’s status', () => {
    expect(subscriptionState({ ...renewing, reversed: 'disputed' }, now)).toMatchObject({
      badge: { label: 'Payment disputed' },
      isActive: false,
      may: ['cancel'],
    })
    // What was cancelled before, or never renews, cannot be cancelled again.
    const ending = { ...renewing, reversed: 'disputed', endsAt: later } as const
    expect(subscriptionState(ending, now)).toMatchObject({ date: { term: 'Ends on', at: later }, may: [] })
    const refunded = { ...renewing, status: 'canceled', reversed: 'refunded', endsAt: earlier } as const
    expect(subscriptionState(refunded, now)).toMatchObject({
      badge: { label: 'Refunded' },
      may: ['subscribe'],
    })
  })

  it('shows the end of access after a failed payment, and no date once that has passed', () => {
    const failed = { ...renewing, status: 'past_due', nextBillingDate: null, graceEndsAt: later } as const
    expect(subscriptionState(failed, now)).toMatchObject({
      badge: { label: 'Payment failed – access until 1 Dec 2026', tone: 'danger' },
      isActive: false,
      may: ['update-card', 'cancel'],
    })
    expect(subscriptionState({ ...failed, graceEndsAt: earlier }, now).badge.label).toBe('Payment failed')
    // The provider has stopped retrying: closed, even if days of access are left.
    expect(subscriptionState({ ...failed, status: 'unpaid' }, now).badge.label).toBe('Payment failed')
  })

  // spec: subscription-buttons
  it('is active only with the status active, or on a trial', () => {
    for (const status of [
      'past_due',
      'unpaid',
      'incomplete',
      'incomplete_expired',
      'paused',
      'canceled',
    ] as const)
      expect(subscriptionState({ ...renewing, status }, now).isActive, status).toBe(false)
  })

  it('of a trial is the date and the amount of the first charge, and its cancellation charges nothing', () => {
    const trial = { ...renewing, status: 'trialing', trialEndsAt: later } as const
    expect(subscriptionState(trial, now)).toMatchObject({
      badge: { label: 'Trial' },
      date: { term: 'First charge on', at: later },
      isActive: true,
      may: ['cancel'],
      note: 'Trial until 1 Dec 2026, then $29.99 a month. Cancel before that day and nothing is charged.',
    })
    const cancelled = { ...trial, endsAt: later, nextBillingDate: null, cancelAtPeriodEnd: true }
    expect(subscriptionState(cancelled, now)).toMatchObject({
      badge: { label: 'Cancels on 1 Dec 2026' },
      may: ['resume'],
      note: 'Nothing will be charged.',
    })
  })
})
