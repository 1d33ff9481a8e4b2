import type { Db } from '../../db/client.ts'
import { type Access, accessTo } from './rules.ts'
import { selectHoldingOfPayment, selectHoldingsOfUser } from './store.ts'

/** Everything this user holds: what `accessTo` decides over. A query, so that it can share a batch. */
export const selectUserHoldings = (db: Db, userId: number) => selectHoldingsOfUser(db, userId)

/** The one grant of this payment: all that a link sent for it may open. */
export const selectPaymentHoldings = (db: Db, paymentId: number) => selectHoldingOfPayment(db, paymentId)

/** What the signed-in user may open of this product now. One query. */
export async function findUserAccess(
  db: Db,
  userId: number,
  productId: number,
  now: number,
): Promise<Access | null> {
  return accessTo(productId, await selectHoldingsOfUser(db, userId), now)
}
