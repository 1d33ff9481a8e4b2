import { expect, test } from 'vitest'
import { purchaseTotals } from './purchase-totals.ts'

test('adds to the cent and leaves out what was paid back', () => {
  const totals = purchaseTotals([
    { amount: 29.99, status: 'completed' },
    { amount: 0.1, status: 'completed' },
    { amount: 0.2, status: 'disputed' },
    { amount: 49, status: 'refunded' },
  ])
  expect(totals).toEqual({ count: 3, usd: 30.29 })
})
