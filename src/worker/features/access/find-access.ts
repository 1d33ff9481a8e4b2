import type { SQL } from 'drizzle-orm'
import { type Access, accessTo } from '#shared/access/rules.ts'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import {
  selectBetaChoices,
  selectOwnBetaChoices,
  selectOwnedGrantsByIds,
  selectOwnedGrantsOfAccount,
  selectOwnedGrantsOfPayment,
  selectOwnedGrantsOfUser,
  selectOwnedGrantsOfUsers,
  selectPaymentOfGrant,
} from './store.ts'

/** All grants of this user: the input of `accessTo`. Returns a query, so that a caller can batch it. */
export const selectUserHoldings = (db: Db, userId: UserId) => selectOwnedGrantsOfUser(db, userId)

/** As above, for a link signed for the account. No row where the account is closed or was created after the link. */
export const selectAccountHoldings = (db: Db, userId: number, issuedAt: number) =>
  selectOwnedGrantsOfAccount(db, userId, issuedAt)

/** Grants of several users, each row with its user id. `scriptIds` restricts them to these products. */
export const selectOwnedGrantsOf = (db: Db, userIds: number[], scriptIds?: number[]) =>
  selectOwnedGrantsOfUsers(db, userIds, scriptIds)

/** The grants that a link for this payment may open. No row where the payment was created after the link. */
export const selectPaymentHoldings = (db: Db, paymentId: number, issuedAt: number) =>
  selectOwnedGrantsOfPayment(db, paymentId, issuedAt)

/** Which of these accounts chose beta versions of which of these products, for `channelOf`. */
export const selectChannels = (db: Db, userIds: number[], scriptIds?: number[]) =>
  selectBetaChoices(db, userIds, scriptIds)

/** The products whose beta versions this account chose, for `channelOf`. */
export const selectOwnChannels = (db: Db, userId: UserId) => selectOwnBetaChoices(db, userId)

/** Grants by id. `grants` is an SQL list of ids. */
export const selectOwnedGrants = (db: Db, grants: SQL) => selectOwnedGrantsByIds(db, grants)

/** The payment id of this grant; null where no payment exists (given by an admin, or free). */
export const selectGrantPayment = (db: Db, grantId: number) => selectPaymentOfGrant(db, grantId)

/**
 * The user's access to each of the products by a grant of its own or by Lifetime. Access through a running Premium does
 * not count, nor does access that an admin gave with an end date. One query.
 */
export async function findOwnAccess(
  db: Db,
  userId: number,
  productIds: readonly number[],
  now: number,
): Promise<(Access | null)[]> {
  return ownAccessBy(await selectOwnedGrantsOfUser(db, userId), productIds, now)
}

/** As `findOwnAccess`, by the grants of `selectUserHoldings`. */
export function ownAccessBy(
  grants: Awaited<ReturnType<typeof selectUserHoldings>>,
  productIds: readonly number[],
  now: number,
): (Access | null)[] {
  const lasting = grants.filter(({ subscription, expiresAt }) => subscription !== null || expiresAt === null)
  return productIds.map((id) => accessTo(id, withoutPremium(lasting, id), now))
}

/** Premium opens a product only while it runs: of these grants, only those that still open the product afterwards. */
export const withoutPremium = <Grant extends { scriptId: number }>(
  grants: readonly Grant[],
  productId: number,
) => grants.filter(({ scriptId }) => scriptId === productId || scriptId !== PREMIUM_ID)
