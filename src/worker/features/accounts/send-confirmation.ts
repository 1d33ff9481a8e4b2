import { Problem } from '../../core/problem.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { limitMailsOf, limitMailsTo } from './limits.ts'
import { newLink } from './new-link.ts'
import { findAccount } from './store.ts'
import { burnTokens, enqueueConfirmation, idWhilePassword, insertToken } from './writes.ts'

/**
 * Sends the confirmation link again: to the pending new address where there is one, else to the account's own. The
 * older link ends. The writes of `also` go into the same batch.
 * @throws Problem 409 where there is nothing to confirm, 429 after too many mails
 */
export async function sendConfirmation(
  deps: CoreDeps,
  userId: number,
  now: number,
  also: Write[] = [],
): Promise<{ to: string }> {
  const { env, db, config } = deps
  const found = await findAccount(db, userId, now)
  if (!found) throw new Problem(401, 'Please log in to continue.')
  const { account, pendingEmail } = found
  if (pendingEmail === null && account.emailVerifiedAt !== null) {
    throw new Problem(409, 'Your email address is already confirmed.')
  }
  const to = pendingEmail ?? account.email
  await limitMailsOf(env, account.id)
  await limitMailsTo(env, to)
  const link = await newLink('verify_email', to, config, now)
  const writes = [
    burnTokens(db, account, [pendingEmail === null ? 'confirmation' : 'change'], now),
    insertToken(db, { ...link.row, userId: idWhilePassword(account.id, account.password) }),
    ...enqueueConfirmation(db, { link, to, account, now }),
    ...also,
  ]
  try {
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    // The password was changed meanwhile, which ended the change of address. It must not start again.
    if (!refusedBy(error, 'auth_tokens', 'user_id')) throw error
    throw new Problem(409, 'Your account was changed a moment ago. Please try again.')
  }
  return { to }
}
