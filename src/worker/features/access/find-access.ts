import type { SQL } from 'drizzle-orm'
import { type Access, accessTo } from '#shared/access/rules.ts'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { Db } from '../../db/client.ts'
import {
  selectOwnedGrantOfPayment,
  selectOwnedGrantsByIds,
  selectOwnedGrantsOfAccount,
  selectOwnedGrantsOfUser,
  selectOwnedGrantsOfUsers,
  selectPaymentOfGrant,
} from './store.ts'

/** Everything this user owns: what `accessTo` decides over. A query, so that it can share a batch. */
export const selectUserHoldings = (db: Db, userId: number) => selectOwnedGrantsOfUser(db, userId)

/** The same for a link that was signed for the account: nothing where it has been closed since, or is younger than the link. */
export const selectAccountHoldings = (db: Db, userId: number, issuedAt: number) =>
  selectOwnedGrantsOfAccount(db, userId, issuedAt)

/** What several users own, each row with its user; of these products only where some are named. */
export const selectOwnedGrantsOf = (db: Db, userIds: number[], scriptIds?: number[]) =>
  selectOwnedGrantsOfUsers(db, userIds, scriptIds)

/** The one grant of this payment: all that a link sent for it may open. Nothing where the payment is younger than the link. */
export const selectPaymentHoldings = (db: Db, paymentId: number, issuedAt: number) =>
  selectOwnedGrantOfPayment(db, paymentId, issuedAt)

/** These grants; `grants` is a list of their ids. */
export const selectOwnedGrants = (db: Db, grants: SQL) => selectOwnedGrantsByIds(db, grants)

/** The payment that this grant came from; null where none did (given by an admin, or free). */
export const selectGrantPayment = (db: Db, grantId: number) => selectPaymentOfGrant(db, grantId)

/**
 * What this user has of the product for good or by its own subscription: what Premium opens while it runs does not
 * count. One query.
 */
export async function findOwnAccess(
  db: Db,
  userId: number,
  productId: number,
  now: number,
): Promise<Access | null> {
  const ownedGrants = await selectOwnedGrantsOfUser(db, userId)
  const own = ownedGrants.filter(({ scriptId }) => scriptId === productId || scriptId !== PREMIUM_ID)
  return accessTo(productId, own, now)
}
