import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../worker/testing/depth.ts'
import { commissionCents, maskAddress, nextPayoutAt, payoutPeriod } from './rules.ts'

describe('the commission of ten percent', () => {
  const of = (amountCents: number, refundedCents = 0, status: 'completed' | 'disputed' = 'completed') =>
    commissionCents({ amountCents, refundedCents, status })

  test('is rounded half-up to the cent', () => {
    expect([of(1950), of(1955), of(1954), of(2999), of(4), of(5), of(0)]).toEqual([
      195, 196, 195, 300, 0, 1, 0,
    ])
  })

  test('is a share of the amount after refunds, and zero for a disputed or fully refunded payment', () => {
    expect([of(1955, 333), of(1955, 1955), of(1955, 0, 'disputed')]).toEqual([162, 0, 0])
    const whole = { status: 'refunded' as const, amountCents: 1955, refundedCents: 1955 }
    expect(commissionCents(whole)).toBe(0)
  })

  test('differs by at most half a cent from a tenth of the amount after refunds', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (a, b) => {
        const [amountCents, refundedCents] = [Math.max(a, b), Math.min(a, b)]
        const exact = (amountCents - refundedCents) / 10
        expect(Math.abs(of(amountCents, refundedCents) - exact)).toBeLessThanOrEqual(0.5)
      }),
      runs(100),
    )
  })
})

test('a payout is for the last full month, also across the turn of the year', () => {
  expect(payoutPeriod(Date.UTC(2026, 11, 1, 4, 47))).toBe('2026-11')
  expect(payoutPeriod(Date.UTC(2027, 0, 31))).toBe('2026-12')
  expect(nextPayoutAt(Date.UTC(2026, 11, 31, 23))).toBe(Date.UTC(2027, 0, 1))
  expect(nextPayoutAt(Date.UTC(2026, 11, 1))).toBe(Date.UTC(2027, 0, 1))
})

test('a masked address shows both ends', () => {
  expect(maskAddress(`0x1234${'a'.repeat(32)}beef`)).toBe('0x1234…beef')
})
