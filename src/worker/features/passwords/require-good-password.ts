import { Problem } from '../../core/problem.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { type PasswordOwner, refusePassword } from './refuse-password.ts'

/**
 * Checks a password that somebody chooses. Every place where a password is chosen calls it before hashing. `field`: the
 * field of the form that shows the reason.
 * @throws Problem 422
 */
export async function requireGoodPassword(
  { config }: Pick<CoreDeps, 'config' | 'env'>,
  field: 'password' | 'newPassword',
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const refusal = refusePassword(password, owner, new URL(config.publicUrl).hostname)
  if (refusal) throw new Problem(422, refusal, { data: { fields: { [field]: refusal } } })
}
