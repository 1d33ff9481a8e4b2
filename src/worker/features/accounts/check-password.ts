import type { Db } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { forgivePasswordChecks, limitPasswordChecks } from './limits.ts'
import { verifyPassword } from './password.ts'
import { wrongPassword } from './refusals.ts'
import { type Account, findById } from './store.ts'

export type AccountDeps = { env: Env; db: Db; config: Config }

/**
 * The signed-in user's account, after they gave its password once more; tries are limited as at login.
 * @throws Problem 422 where it is wrong, 429 after too many
 */
export async function checkOwnPassword(
  { env, db, config }: AccountDeps,
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
