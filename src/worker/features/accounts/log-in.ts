import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { CurrentUser, Login } from './contract.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './password.ts'
import { findByLogin } from './store.ts'
import { renewHash } from './writes.ts'

/**
 * The account whose password this is. A wrong name, a wrong password and a closed account take the same work and get
 * the same answer.
 * @throws Problem 401
 */
export async function logIn(db: Db, login: Login, pepper: string, now: number): Promise<CurrentUser> {
  const account = await findByLogin(db, login.username)
  const hash = account?.password ?? (await dummyHash(pepper))
  const correct = await verifyPassword(login.password, hash, pepper)
  if (!account || !correct || account.deactivatedAt !== null) {
    throw new Problem(401, 'Invalid username or password')
  }
  if (needsRehash(account.password)) {
    const renewed = await hashPassword(login.password, pepper)
    await renewHash(db, account.id, { old: account.password, renewed }, now)
  }
  return { id: account.id, username: account.username, email: account.email, isAdmin: account.isAdmin }
}
