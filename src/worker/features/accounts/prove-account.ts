import type { VerifyEmail } from '#shared/accounts/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireGoodPassword } from '../passwords/require-good-password.ts'
import { checkOwnPassword } from './check-password.ts'
import { limitPasswordChanges } from './limits.ts'
import type { LinkWithAccount } from './store.ts'

/** What a confirmation link was opened with. `hash`: of the new password, which resets the account. */
export type AccountProof = { by: 'session' | 'password' } | { by: 'new-password'; hash: string }

/**
 * The proof that the person who opens a confirmation link may use its account. The link proves the mailbox only: anybody can
 * register with an address of somebody else, who then must not hand their purchases to that account.
 * @throws Problem 403 `confirm-account` without a proof, 422 for a wrong password or a refused new one, 429
 */
export async function proveAccount(
  deps: CoreDeps,
  viewer: Viewer | null,
  { account, link }: LinkWithAccount,
  form: VerifyEmail,
): Promise<AccountProof> {
  if (viewer?.id === account.id) return { by: 'session' }
  const isOwn = link.email === account.email
  if (form.newPassword !== undefined) {
    // A mistyped new address must not open the account to the owner of that mailbox.
    if (!isOwn) throw new Problem(422, 'Enter the password of the account to change its address.')
    await requireGoodPassword(deps, 'newPassword', form.newPassword, account)
    await limitPasswordChanges(deps.env, account.id)
    return { by: 'new-password', hash: await hashPassword(form.newPassword, deps.config.passwordPepper) }
  }
  if (form.password === undefined) throw confirmAccount(account, isOwn)
  await checkOwnPassword(deps, { id: account.id }, form.password)
  return { by: 'password' }
}

/** The username and the day are for the person at the page: is this account theirs? */
const confirmAccount = (account: LinkWithAccount['account'], canReset: boolean) =>
  new Problem(403, 'Confirm that this account is yours.', {
    data: {
      code: 'confirm-account',
      username: account.username,
      createdAt: new Date(account.createdAt).toISOString(),
      canReset,
    },
  })
