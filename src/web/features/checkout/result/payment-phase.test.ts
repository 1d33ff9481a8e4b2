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

describe('what the page says of a payment', () => {
  test('an open payment is verified for seconds, then calmly waited for', () => {
    expect(phaseOf(payment('pending'), fresh)).toBe('verifying')
    expect(phaseOf(payment('pending'), { ...fresh, waited: true })).toBe('pending')
  })

  test('money that does not fit the order is under review, never lost or done', () => {
    expect(phaseOf(payment('pending', true), fresh)).toBe('review')
    expect(phaseOf(payment('expired', true), { ...fresh, waited: true })).toBe('review')
  })

  test('too little in crypto is the buyer’s to decide, and looked at again, before and after its page has ended', () => {
    for (const status of ['pending', 'expired', 'failed'] as const) {
      const short = { ...payment(status), situation: 'underpaid' as const }
      expect(phaseOf(short, { ...fresh, waited: true })).toBe('partial-payment')
      expect(phaseOf({ ...short, needsAttention: true }, fresh)).toBe('review')
    }
    expect(isOpen('partial-payment')).toBe(true)
    expect(phaseOf({ ...payment('expired'), returnedAmount: 10 }, fresh)).toBe('partial-refund')
    expect(isOpen('partial-refund')).toBe(false)
  })

  test.each([400, 404, 422])('a stranger’s or made-up payment (%i) is not waited for', (errorStatus) => {
    expect(phaseOf(undefined, { ...fresh, errorStatus })).toBe('unknown')
  })

  test('a failed check is retried for a moment, then shown', () => {
    expect(phaseOf(undefined, { ...fresh, errorStatus: 503 })).toBe('verifying')
    expect(phaseOf(undefined, { ...fresh, errorStatus: 503, failing: true })).toBe('unreachable')
    expect(phaseOf(undefined, { ...fresh, errorStatus: 0, failing: true })).toBe('unreachable')
  })

  test('no answer at all ends the spinner, too', () => {
    expect(phaseOf(undefined, { ...fresh, waited: true })).toBe('unreachable')
  })

  test('one failed check keeps the last answer, a lasting failure is shown', () => {
    expect(phaseOf(payment('pending'), { errorStatus: 503, failing: false, waited: true })).toBe('pending')
    expect(phaseOf(payment('pending'), { errorStatus: 503, failing: true, waited: true })).toBe('unreachable')
    expect(phaseOf(payment('completed'), { errorStatus: 0, failing: true, waited: true })).toBe('completed')
  })

  test('nothing is verified for ever', () => {
    for (const seen of [undefined, ...PAYMENT_STATUSES.map((status) => payment(status))]) {
      expect(phaseOf(seen, { ...fresh, waited: true })).not.toBe('verifying')
    }
  })

  // spec: retry-once
  test('only an open phase is asked again', () => {
    const settled = PAYMENT_STATUSES.filter((status) => !isOpen(phaseOf(payment(status), fresh)))
    expect(settled).toEqual(PAYMENT_STATUSES.filter((status) => status !== 'pending'))
  })

  test('the polling slows down and never stops', () => {
    expect([0, 9000, 10_000, 119_000, 120_000, 86_400_000].map(pollEvery)).toEqual([
      1500, 1500, 5000, 5000, 15_000, 15_000,
    ])
  })
})
