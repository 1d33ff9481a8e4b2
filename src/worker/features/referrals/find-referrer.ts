import { chooseReferrer } from '#shared/referrals/rules.ts'
import { emailIdentity } from '../../core/email-address.ts'
import type { UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { selectAffiliates } from './store.ts'

/** The input of `referrerOf`, for a batch. `userId`: the buyer; no account has the id 0. */
export const selectReferrer = (db: Db, userId: UserId, code: string | null) =>
  selectAffiliates(db, userId, code)

type Affiliate = { id: number; emailIdentity: string; isLive: boolean }

type Affiliates = readonly [account: { emailIdentity: string }[], first: Affiliate[], named: Affiliate[]]

/** The referrer who earns at a purchase of this buyer: the buyer's first referrer, else the owner of the given code. */
export async function findReferrer(
  db: Db,
  buyer: { userId: number; email: string },
  code: string | null,
): Promise<number | null> {
  return referrerOf(await db.batch(selectReferrer(db, buyer.userId, code)), buyer)
}

/** As above, by the rows of `selectReferrer`. */
export function referrerOf(
  [[account], [first], [named]]: Affiliates,
  buyer: { userId: number; email: string },
): number | null {
  if (!account) return null
  const identities = [account.emailIdentity, emailIdentity(buyer.email)]
  return chooseReferrer({ userId: buyer.userId, identities }, first, named)
}

/** As above for a purchase without an account: the owner of the code, unless the buyer's address is theirs. */
export const guestReferrerOf = ([, , [named]]: Affiliates, email: string): number | null =>
  chooseReferrer({ userId: 0, identities: [emailIdentity(email)] }, undefined, named)
