import { emailKey } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import { findConfirmedAccount } from '../guests/store.ts'

/** The account that has confirmed the address of a guest purchase; null where there is none. */
export async function findOwner(db: Db, email: string | null): Promise<number | null> {
  if (email === null) return null
  const [account] = await findConfirmedAccount(db, emailKey(email))
  return account?.id ?? null
}
