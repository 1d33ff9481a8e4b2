import type { CoreDeps } from '../../http/shop-deps.ts'
import { verifyPassword } from '../passwords/password.ts'
import { type Checked, forgivePasswordChecks, limitPasswordChecks } from './limits.ts'
import { wrongPassword } from './refusals.ts'
import { type Account, findById } from './store.ts'

/**
 * Checks the signed-in user's password once more and returns the account. Attempts are limited as at login.
 * @throws Problem 422 where the password is wrong, 429 after too many attempts
 */
export async function checkOwnPassword(
  { env, db, config }: CoreDeps,
  user: Checked,
  password: string,
): Promise<Account> {
  await limitPasswordChecks(env, user)
  const account = await findById(db, user.id)
  if (!account || !(await verifyPassword(password, account.password, config))) {
    throw wrongPassword()
  }
  await forgivePasswordChecks(env, user)
  return account
}
