import type { Purchase } from '#shared/payments/contract.ts'

/** The number of purchases and their sum (USD), without refunds. */
export function purchaseTotals(purchases: readonly Pick<Purchase, 'amount' | 'refundedAmount' | 'status'>[]) {
  const kept = purchases.filter(({ status }) => status !== 'refunded')
  const cents = kept.reduce((sum, one) => sum + Math.round((one.amount - one.refundedAmount) * 100), 0)
  return { count: kept.length, usd: cents / 100 }
}
