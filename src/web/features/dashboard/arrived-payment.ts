import type { MyProduct } from '#shared/access/contract.ts'
import type { Purchase } from '#shared/payments/contract.ts'

/** An older payment is not the one from which the buyer has just returned. */
const RECENT_MS = 60 * 60 * 1000

type Paid = Pick<Purchase, 'id' | 'productId' | 'status' | 'purchaseDate'>
type Owned = Pick<MyProduct, 'id'>

export const completedIds = (purchases: readonly Paid[]): number[] =>
  purchases.filter(({ status }) => status === 'completed').map(({ id }) => id)

/** The completed payments of the last hour whose products the buyer has. */
export const deliveredPayments = (
  purchases: readonly Paid[],
  products: readonly Owned[],
  now: number,
): Paid[] =>
  purchases.filter(
    ({ status, productId, purchaseDate }) =>
      status === 'completed' &&
      now - Date.parse(purchaseDate) < RECENT_MS &&
      products.some(({ id }) => id === productId),
  )
