import type { Db } from '../../db/client.ts'
import { type Access, accessTo, type Holding } from './rules.ts'
import { selectHoldingOfPayment, selectHoldingsOfUser } from './store.ts'

export const holdingsOfUser = (db: Db, userId: number): Promise<Holding[]> => selectHoldingsOfUser(db, userId)

/** What the signed-in user may open of this product now. One query. */
export async function findUserAccess(
  db: Db,
  userId: number,
  productId: number,
  now: number,
): Promise<Access | null> {
  return accessTo(productId, await holdingsOfUser(db, userId), now)
}

/** What a link sent for this payment may open now: the payment's own grant and nothing else. */
export async function findPaymentAccess(
  db: Db,
  paymentId: number,
  productId: number,
  now: number,
): Promise<Access | null> {
  return accessTo(productId, await selectHoldingOfPayment(db, paymentId), now)
}
