import { expect, test } from 'vitest'
import { purchaseTotals } from './purchase-totals.ts'

test('purchase totals are exact to the cent and leave out refunds', () => {
  const totals = purchaseTotals([
    { amount: 29.99, refundedAmount: 0, status: 'completed' },
    { amount: 0.1, refundedAmount: 0, status: 'completed' },
    { amount: 0.2, refundedAmount: 0, status: 'disputed' },
    { amount: 10, refundedAmount: 9.99, status: 'partially_refunded' },
    { amount: 49, refundedAmount: 49, status: 'refunded' },
  ])
  expect(totals).toEqual({ count: 4, usd: 30.3 })
})
