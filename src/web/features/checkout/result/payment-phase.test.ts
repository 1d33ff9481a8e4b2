import { describe, expect, test } from 'vitest'
import { PAYMENT_STATUSES } from '#shared/payments/contract.ts'
import { isOpen, type Polling, phaseOf, pollEvery } from './payment-phase.ts'

const payment = (status: (typeof PAYMENT_STATUSES)[number], needsAttention = false) => ({
  status,
  needsAttention,
  situation: null,
  returnedAmount: 0,
})
const fresh: Polling = { errorStatus: null, failing: false, waited: false }

describe('the phase of a payment', () => {
  test('an open payment is verifying for some seconds, then pending', () => {
    expect(phaseOf(payment('pending'), fresh)).toBe('verifying')
    expect(phaseOf(payment('pending'), { ...fresh, waited: true })).toBe('pending')
  })

  test('money that does not match the order is under review, neither expired nor completed', () => {
    expect(phaseOf(payment('pending', true), fresh)).toBe('review')
    expect(phaseOf(payment('expired', true), { ...fresh, waited: true })).toBe('review')
  })

  test('a partial crypto payment lets the buyer decide and is polled, before and after its page has expired', () => {
    for (const status of ['pending', 'expired', 'failed'] as const) {
      const short = { ...payment(status), situation: 'underpaid' as const }
      expect(phaseOf(short, { ...fresh, waited: true })).toBe('partial-payment')
      expect(phaseOf({ ...short, needsAttention: true }, fresh)).toBe('review')
    }
    expect(isOpen('partial-payment')).toBe(true)
    expect(phaseOf({ ...payment('expired'), returnedAmount: 10 }, fresh)).toBe('partial-refund')
    expect(isOpen('partial-refund')).toBe(false)
  })

  test.each([400, 404, 422])('another account’s or an invented payment (%i) is not polled', (errorStatus) => {
    expect(phaseOf(undefined, { ...fresh, errorStatus })).toBe('unknown')
  })

  test('a failed check is retried for some seconds, then shown as unreachable', () => {
    expect(phaseOf(undefined, { ...fresh, errorStatus: 503 })).toBe('verifying')
    expect(phaseOf(undefined, { ...fresh, errorStatus: 503, failing: true })).toBe('unreachable')
    expect(phaseOf(undefined, { ...fresh, errorStatus: 0, failing: true })).toBe('unreachable')
  })

  test('without any response, the spinner ends too', () => {
    expect(phaseOf(undefined, { ...fresh, waited: true })).toBe('unreachable')
  })

  test('one failed check keeps the last response, a lasting failure is shown', () => {
    expect(phaseOf(payment('pending'), { errorStatus: 503, failing: false, waited: true })).toBe('pending')
    expect(phaseOf(payment('pending'), { errorStatus: 503, failing: true, waited: true })).toBe('unreachable')
    expect(phaseOf(payment('completed'), { errorStatus: 0, failing: true, waited: true })).toBe('completed')
  })

  test('no payment stays verifying', () => {
    for (const seen of [undefined, ...PAYMENT_STATUSES.map((status) => payment(status))]) {
      expect(phaseOf(seen, { ...fresh, waited: true })).not.toBe('verifying')
    }
  })

  // spec: retry-once
  test('only an open phase is polled', () => {
    const settled = PAYMENT_STATUSES.filter((status) => !isOpen(phaseOf(payment(status), fresh)))
    expect(settled).toEqual(PAYMENT_STATUSES.filter((status) => status !== 'pending'))
  })

  test('the polling slows down and never stops', () => {
    expect([0, 9000, 10_000, 119_000, 120_000, 86_400_000].map(pollEvery)).toEqual([
      1500, 1500, 5000, 5000, 15_000, 15_000,
    ])
  })
})
