import { chooseReferrer } from '#shared/referrals/rules.ts'
import { emailIdentity } from '../../core/email-address.ts'
import type { Db } from '../../db/client.ts'
import { findAffiliates } from './store.ts'

/** The referrer who earns at a purchase of this buyer: the buyer's first referrer, else the owner of the given code. */
export async function findReferrer(
  db: Db,
  buyer: { userId: number; email: string },
  code: string | null,
): Promise<number | null> {
  const { account, first, named } = await findAffiliates(db, buyer.userId, code)
  if (!account) return null
  const identities = [account.emailIdentity, emailIdentity(buyer.email)]
  return chooseReferrer({ userId: buyer.userId, identities }, first, named)
}

/** As above for a purchase without an account: the owner of the code, unless the buyer's address is theirs. */
export async function findGuestReferrer(db: Db, email: string, code: string | null): Promise<number | null> {
  if (code === null) return null
  // No account has this id.
  const { named } = await findAffiliates(db, 0, code)
  return chooseReferrer({ userId: 0, identities: [emailIdentity(email)] }, undefined, named)
}
