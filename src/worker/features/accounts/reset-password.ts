import type { ResetPassword } from '#shared/accounts/contract.ts'
import { sha256Hex } from '../../core/tokens.ts'
import { refusedBy } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireGoodPassword } from '../passwords/require-good-password.ts'
import { isOpen } from './link-rules.ts'
import { deadLink } from './refusals.ts'
import { resetAccount } from './reset-account.ts'
import { type Account, findLink } from './store.ts'
import { confirmOwnEmail, takeToken } from './writes.ts'

/**
 * Sets a new password for anyone who has the mailed link. Ends every session and every other open link. Confirms the
 * address, because the link proves it. The batch begins with the token, which can be used once.
 * @throws Problem 422 where the password is refused; 410 where the link was used, replaced or made up, or has expired
 */
export async function resetPassword(deps: CoreDeps, form: ResetPassword, now: number): Promise<Account> {
  const { db, config } = deps
  const tokenHash = await sha256Hex(form.token)
  const found = await findLink(db, 'reset_password', tokenHash)
  if (!found || !isOpen(found.link, now)) throw deadLink()
  const { account } = found
  await requireGoodPassword(deps, 'password', form.password, account)
  const hash = await hashPassword(form.password, config.passwordPepper)
  try {
    const writes = [
      takeToken(db, tokenHash, now),
      confirmOwnEmail(db, account.id, now),
      ...resetAccount(db, account, { tokenHash, hash }, now),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'auth_tokens', 'user_id')) throw deadLink()
    throw error
  }
  return account
}
