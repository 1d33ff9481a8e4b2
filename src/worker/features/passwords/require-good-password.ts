import { Problem } from '../../core/problem.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { isBreached } from '../../providers/breached-passwords.ts'
import { type PasswordOwner, refusePassword } from './refuse-password.ts'

const BREACHED =
  'This password became known in a data breach of another website. Choose one that you use nowhere else.'

/**
 * Checks a password that somebody chooses. Every place where a password is chosen calls it before hashing. `field`: the
 * field of the form that shows the reason.
 * @throws Problem 422
 */
export async function requireGoodPassword(
  { config, env }: Pick<CoreDeps, 'config' | 'env'>,
  field: 'password' | 'newPassword',
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const known = refusePassword(password, owner, new URL(config.publicUrl).hostname)
  const isKnownElsewhere = !known && config.refusesBreachedPasswords && (await isBreached(env, password))
  const refusal = isKnownElsewhere ? BREACHED : known
  if (refusal) throw new Problem(422, refusal, { data: { fields: { [field]: refusal } } })
}
