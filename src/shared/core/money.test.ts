import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, formatUsd } from './money.ts'

const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const formatted = (usd: number) => intl.format(usd).replace('-', '−')

test('an amount has the form of Intl for US dollars, with a minus sign', () => {
  expect([0, 5, 2999, 129950, -2999, 123456789].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '$29.99',
    '$1,299.50',
    '−$29.99',
    '$1,234,567.89',
  ])
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(formatCents(cents)).toBe(formatted(cents / 100))
    }),
  )
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e9, noNaN: true }), (usd) => {
      expect(formatUsd(usd)).toBe(formatted(usd))
    }),
  )
})
