import type { CoreDeps } from '../../http/shop-deps.ts'
import { forgivePasswordChecks, limitPasswordChecks } from './limits.ts'
import { verifyPassword } from './password.ts'
import { wrongPassword } from './refusals.ts'
import { type Account, findById } from './store.ts'

/**
 * The signed-in user's account, after they gave its password once more; tries are limited as at login.
 * @throws Problem 422 where it is wrong, 429 after too many
 */
export async function checkOwnPassword(
  { env, db, config }: CoreDeps,
  userId: number,
  password: string,
): Promise<Account> {
  await limitPasswordChecks(env, userId)
  const account = await findById(db, userId)
  if (!account || !(await verifyPassword(password, account.password, config.passwordPepper))) {
    throw wrongPassword()
  }
  await forgivePasswordChecks(env, userId)
  return account
}
