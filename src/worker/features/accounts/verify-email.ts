import type { VerifyEmail } from '#shared/accounts/contract.ts'
import { emailKey } from '../../core/email-address.ts'
import { sha256Hex } from '../../core/tokens.ts'
import { refusedBy } from '../../db/client.ts'
import type { AppEnv, Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { resendToNewAddress } from '../email/delivery-writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { isOpen } from './link-rules.ts'
import { proveAccount } from './prove-account.ts'
import { deadLink, emailTaken } from './refusals.ts'
import { resetAccount } from './reset-account.ts'
import { type MovedSession, rotateSession } from './start-session.ts'
import { findLink, type LinkWithAccount } from './store.ts'
import { adoptEmail, burnTokens, endSessions, takeToken } from './writes.ts'

/** The result that the page shows. `session`: the one that goes on in this browser, where it got a new token. */
type Opened = { email: string; message: string; session?: MovedSession | null }

/**
 * Opens a confirmation link: the account gets the address, confirmed. Opening the link again is no error.
 * A new address ends the reset links sent to the old one, and gets the order mails that did not arrive there. Guest
 * purchases under the address are attached to the account at once. Outside the account's own session the link also needs
 * the account's password, or a new one: that resets the account, because somebody else may have registered it. A new
 * address ends all other sessions.
 * @throws Problem 403 `confirm-account` without that proof; 422 where it is wrong; 410 where the link was replaced or made up, or has expired; 409 where another account has the address
 */
export async function verifyEmail(
  deps: CoreDeps,
  viewer: Viewer | null,
  form: VerifyEmail,
  claimPurchases: AppEnv['Variables']['claimPurchases'],
  now: number,
): Promise<Opened> {
  const { db } = deps
  const tokenHash = await sha256Hex(form.token)
  const found = await findLink(db, 'verify_email', tokenHash)
  if (!found) throw deadLink()
  if (!isOpen(found.link, now)) return opened(found)
  const { link, account } = found
  const proof = await proveAccount(deps, viewer, found, form)
  const isNew = link.email !== account.email
  const owner = { userId: account.id, emailKey: emailKey(link.email) }
  const claimed = await claimPurchases(owner, now)
  const session = isNew && viewer?.id === account.id ? await rotateSession(db, viewer, now) : null
  const key = `sessions-end:${crypto.randomUUID()}`
  const ended = session?.writes ?? endSessions(db, { key, userId: account.id, now })
  try {
    const writes = [
      takeToken(db, tokenHash, now),
      adoptEmail(db, account.id, link.email, now),
      ...(proof.by === 'new-password' ? resetAccount(db, account, { tokenHash, hash: proof.hash }, now) : []),
      burnTokens(db, account, isNew ? ['reset', 'confirmation', 'change'] : ['confirmation'], now),
      ...(isNew ? [resendToNewAddress(db, account.id, link.email, now), ...ended] : []),
      ...claimed,
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'users', 'email_key')) throw emailTaken()
    if (!refusedBy(error, 'auth_tokens', 'user_id')) throw error
    // Another request opened the link meanwhile.
    const after = await findLink(db, 'verify_email', tokenHash)
    if (!after) throw deadLink()
    return opened(after)
  }
  return {
    email: link.email,
    message:
      proof.by === 'new-password'
        ? 'Your email address is confirmed, and your password is set. Log in with it.'
        : isNew
          ? 'Your email address is confirmed. All other devices are logged out.'
          : 'Your email address is confirmed.',
    session,
  }
}

/** The result for a link that is not open any more: no error where its address is confirmed already. */
function opened({ link, account }: LinkWithAccount): Opened {
  const isDone = emailKey(link.email) === emailKey(account.email) && account.emailVerifiedAt !== null
  if (!isDone) throw deadLink()
  return { email: account.email, message: 'Your email address is already confirmed.' }
}
