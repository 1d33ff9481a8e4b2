import { describe, expect, test } from 'vitest'
import { PAYMENT_STATUSES } from '../../../worker/features/payments/contract.ts'
import { isOpen, phaseOf } from './payment-phase.ts'

const payment = (status: (typeof PAYMENT_STATUSES)[number], needsAttention = false) => ({
  status,
  needsAttention,
})

describe('what the page says of a payment', () => {
  test('an open payment is verified for a minute, then waited for', () => {
    expect(phaseOf(payment('pending'), null, true)).toBe('verifying')
    expect(phaseOf(payment('pending'), null, false)).toBe('waiting')
  })

  test('money that does not fit the order is under review, never lost or done', () => {
    expect(phaseOf(payment('pending', true), null, true)).toBe('review')
    expect(phaseOf(payment('expired', true), null, false)).toBe('review')
  })

  test('a stranger’s or unknown payment is not waited for', () => {
    expect(phaseOf(undefined, 404, true)).toBe('unknown')
  })

  test('a failed request is tried on, then told', () => {
    expect(phaseOf(undefined, 503, true)).toBe('verifying')
    expect(phaseOf(undefined, 0, false)).toBe('unreachable')
  })

  test('an answer once had outlives a failed request', () => {
    expect(phaseOf(payment('pending'), 503, true)).toBe('verifying')
  })

  test('only an open phase is asked again', () => {
    const settled = PAYMENT_STATUSES.filter((status) => !isOpen(phaseOf(payment(status), null, true)))
    expect(settled).toEqual(PAYMENT_STATUSES.filter((status) => status !== 'pending'))
  })
})
