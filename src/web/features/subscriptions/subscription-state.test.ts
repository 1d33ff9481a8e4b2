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
} as const

describe('how a subscription is shown', () => {
  it('says when it renews, or when a cancelled one ends', () => {
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
    // The end has come, but no event has arrived yet.
    expect(subscriptionState({ ...cancelled, endsAt: earlier }, now)).toMatchObject({
      badge: { label: 'Ended' },
      isActive: false,
      may: ['subscribe'],
    })
  })

  it('has nothing to cancel in a month that was paid in advance', () => {
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

  it('says that the money went back, or is disputed, whatever the provider goes on with', () => {
    expect(subscriptionState({ ...renewing, reversed: 'disputed' }, now)).toMatchObject({
      badge: { label: 'Payment disputed' },
      isActive: false,
      may: ['cancel'],
    })
    const refunded = { ...renewing, status: 'canceled', reversed: 'refunded', endsAt: earlier } as const
    expect(subscriptionState(refunded, now)).toMatchObject({
      badge: { label: 'Refunded' },
      may: ['subscribe'],
    })
  })

  it('says until when a failed payment leaves access, and nothing of it once that is over', () => {
    const failed = { ...renewing, status: 'past_due', nextBillingDate: null, graceEndsAt: later } as const
    expect(subscriptionState(failed, now)).toMatchObject({
      badge: { label: 'Payment failed – access until 1 Dec 2026', tone: 'danger' },
      isActive: false,
      may: ['update-card', 'cancel'],
    })
    expect(subscriptionState({ ...failed, graceEndsAt: earlier }, now).badge.label).toBe('Payment failed')
    // Given up by the provider: closed, whatever is left of the days.
    expect(subscriptionState({ ...failed, status: 'unpaid' }, now).badge.label).toBe('Payment failed')
  })

  // spec: subscription-buttons
  it('enables nothing for any status but active', () => {
    for (const status of [
      'trialing',
      'past_due',
      'unpaid',
      'incomplete',
      'incomplete_expired',
      'paused',
      'canceled',
    ] as const)
      expect(subscriptionState({ ...renewing, status }, now).isActive, status).toBe(false)
  })
})
