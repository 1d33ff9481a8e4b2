import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { PAYMENT_STATUSES } from '#shared/payments/contract.ts'
import { runs } from '../../testing/depth.ts'
import {
  CHECKOUT_LIFETIME_MS,
  lifetimeOf,
  mayMove,
  moves,
  nextCheckAt,
  orphanAfterMs,
  sourcesOf,
  wasMade,
} from './rules.ts'

describe('payment rules', () => {
  test('a payment that was made never becomes unmade or pending, and sourcesOf is the inverse of moves', () => {
    expect(sourcesOf('pending')).toEqual([])
    const made = PAYMENT_STATUSES.filter(wasMade)
    for (const from of made) expect(moves[from].filter((to) => !wasMade(to))).toEqual([])
    for (const from of PAYMENT_STATUSES)
      for (const to of PAYMENT_STATUSES) expect(sourcesOf(to).includes(from)).toBe(mayMove(from, to))
  })

  test('the sweep checks three times early, once after the checkout expired, hourly for days, then daily', () => {
    const expiresAt = 23 * HOUR
    const waits = [0, 1, 2, 3, 4].map((checks) => nextCheckAt(checks, expiresAt, 0))
    expect(waits).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, expiresAt + MINUTE, expiresAt + MINUTE])
    for (const checks of [3, 4, 220]) {
      expect(nextCheckAt(checks, expiresAt, expiresAt + MINUTE)).toBe(expiresAt + MINUTE + HOUR)
      expect(nextCheckAt(checks, null, 0)).toBe(HOUR)
    }
    for (const checks of [221, 5000]) expect(nextCheckAt(checks, null, 0)).toBe(DAY)
    fc.assert(
      fc.property(fc.nat(1000), fc.option(fc.nat(2 * DAY)), fc.nat(2 * DAY), (checks, end, now) => {
        expect(nextCheckAt(checks, end, now)).toBeGreaterThan(now)
      }),
      runs(100),
    )
  })

  test('a checkout is open for less than Stripe’s 24 hours, and an orphan is closed only after that time', () => {
    expect(CHECKOUT_LIFETIME_MS).toBe(23 * HOUR)
    expect(orphanAfterMs({ couponId: null })).toBeGreaterThan(CHECKOUT_LIFETIME_MS)
  })

  test('a checkout with a coupon, which others wait for, is open for 35 minutes; an orphan is closed then', () => {
    expect(lifetimeOf({ couponId: 7 })).toBe(35 * MINUTE)
    expect(orphanAfterMs({ couponId: 7 })).toBe(35 * MINUTE)
    expect(lifetimeOf({ couponId: null })).toBe(CHECKOUT_LIFETIME_MS)
  })
})
