import type { PaymentStatus } from '#shared/payments/contract.ts'
import { EARNING } from '#shared/referrals/rules.ts'
import type { ReviewRefusal } from '#shared/reviews/contract.ts'

/** A purchase of the product by the account. */
export type Purchase = { grantId: number; isActive: boolean; status: PaymentStatus; amountCents: number }

export type ReviewRight =
  | { grantId: number; refusal: null }
  | { grantId: null; refusal: Exclude<ReviewRefusal, 'not-downloaded'> }
  | { grantId: number; refusal: 'not-downloaded' }

/**
 * Only somebody who paid for the product, still has the purchase and downloaded the file may review it. Access that was
 * given by hand or by a coupon over the whole price gives no right to a review. A subscription that was paid and ended
 * does: its owner used the product.
 */
export function reviewRight(purchases: readonly Purchase[], hasDownloaded: boolean): ReviewRight {
  const paid = purchases.filter(({ amountCents }) => amountCents > 0)
  const valid = paid.find(({ isActive, status }) => isActive && isEarning(status))
  if (!valid) return { grantId: null, refusal: paid.length > 0 ? 'refunded' : 'not-bought' }
  const { grantId } = valid
  return hasDownloaded ? { grantId, refusal: null } : { grantId, refusal: 'not-downloaded' }
}

const isEarning = (status: PaymentStatus) => (EARNING as readonly PaymentStatus[]).includes(status)

export const roundAverage = (average: number | null): number | null =>
  average === null ? null : Math.round(average * 10) / 10
