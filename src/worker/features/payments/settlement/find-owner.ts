import { emailKey } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import { findConfirmedAccount } from '../guests/store.ts'

/** Who bought without an account may have one: the address must be confirmed as theirs. */
export async function findOwner(db: Db, email: string | null): Promise<number | null> {
  if (email === null) return null
  const [account] = await findConfirmedAccount(db, emailKey(email))
  return account?.id ?? null
}
