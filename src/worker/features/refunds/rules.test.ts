import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import {
  effectsOf,
  type History,
  nextAttemptAt,
  nextCheckAtProvider,
  type Paid,
  REFUND_WINDOW_MS,
  refundEligibility,
} from './rules.ts'

const paidAt = Date.UTC(2026, 10, 1, 12)
const paid: Paid = {
  status: 'completed',
  amountCents: 2999,
  refundedCents: 0,
  paymentDate: paidAt,
  paymentProvider: 'stripe',
}
const first: History = { latest: null, repeated: false }
const ask = (payment: Partial<Paid> = {}, history: Partial<History> = {}, now = paidAt + HOUR) =>
  refundEligibility({ ...paid, ...payment }, { ...first, ...history }, now)

describe('the money-back guarantee', () => {
  // spec: guarantee
  test('is seven times 24 hours from the payment, to the millisecond', () => {
    expect(REFUND_WINDOW_MS).toBe(7 * DAY)
    const until = paidAt + 7 * DAY
    expect(ask({}, {}, until)).toEqual({ verdict: 'at-once', cents: 2999, until })
    expect(ask({}, {}, until + 1)).toEqual({ verdict: 'no', why: 'too-late', until })
  })

  test('covers the remaining amount of a partially refunded payment', () => {
    expect(ask({ status: 'partially_refunded', refundedCents: 999 })).toMatchObject({ cents: 2000 })
  })

  test('requires a review when the same product was refunded to the same person before', () => {
    expect(ask({}, { repeated: true })).toMatchObject({ verdict: 'review', cents: 2999 })
    // After the window the request is refused without a review.
    expect(ask({}, { repeated: true }, paidAt + 8 * DAY)).toMatchObject({ why: 'too-late' })
  })

  test.each([
    ['not-paid', { status: 'pending', paymentDate: null }],
    ['not-paid', { status: 'failed', paymentDate: null }],
    ['not-paid', { status: 'expired', paymentDate: null }],
    ['given-back', { status: 'refunded', refundedCents: 2999 }],
    ['disputed', { status: 'disputed' }],
    ['nothing-paid', { amountCents: 0, paymentProvider: 'free' }],
    ['nothing-paid', { paymentProvider: 'admin' }],
  ] as const)('refuses with %s a payment of %o', (why, payment) => {
    expect(ask(payment as Partial<Paid>)).toMatchObject({ verdict: 'no', why })
  })

  test.each([
    ['review', 'under-way'],
    ['approved', 'under-way'],
    ['pending', 'under-way'],
    ['declined', 'declined'],
    ['failed', 'with-support'],
  ] as const)('after a refund that is %s refuses with %s', (latest, why) => {
    expect(ask({}, { latest })).toMatchObject({ verdict: 'no', why })
  })

  test('after a partial refund by an admin still covers the remaining amount', () => {
    const part = { status: 'partially_refunded' as PaymentStatus, refundedCents: 500 }
    expect(ask(part, { latest: 'succeeded' })).toMatchObject({ verdict: 'at-once', cents: 2499 })
  })
})

describe('a refund', () => {
  const all = { renews: true, holdsAccess: true, hasLicence: true, hasCommission: true, hasCoupon: true }

  test('in full ends everything that the payment paid for', () => {
    expect(effectsOf(paid, 2999, all)).toEqual({
      full: true,
      endsAccess: true,
      endsLicence: true,
      endsSubscription: true,
      commission: 'cancelled',
      returnsCouponUse: true,
    })
    // The last of several partial refunds has the same effects.
    expect(effectsOf({ ...paid, refundedCents: 1000 }, 1999, all).endsAccess).toBe(true)
  })

  test('in part only reduces the commission', () => {
    expect(effectsOf(paid, 2998, all)).toEqual({
      full: false,
      endsAccess: false,
      endsLicence: false,
      endsSubscription: false,
      commission: 'reduced',
      returnsCouponUse: false,
    })
  })

  test('of a past period cancels the commission and ends nothing of the current period', () => {
    const older = { ...all, renews: false, holdsAccess: false }
    expect(effectsOf(paid, 2999, older)).toMatchObject({
      endsAccess: false,
      endsLicence: false,
      endsSubscription: false,
      commission: 'cancelled',
    })
  })
})

test('a failed refund is retried after a minute, then after doubling delays of at most six hours, without end', () => {
  expect([1, 2, 3, 9, 40].map((tries) => nextAttemptAt(tries, 0))).toEqual([
    MINUTE,
    2 * MINUTE,
    4 * MINUTE,
    256 * MINUTE,
    6 * HOUR,
  ])
  expect(nextCheckAtProvider(0)).toBe(DAY)
})
