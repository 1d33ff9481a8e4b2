import { refusedBy } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { newLink } from './new-link.ts'
import { findByEmail } from './store.ts'
import { burnTokens, enqueueAccountMail, idWhileLive, insertToken } from './writes.ts'

/**
 * Enqueues a reset link for the account of this address, if there is one. Older reset links end. The caller has
 * responded already, so that neither the response nor its time reveals whether the account exists.
 */
export async function askReset(deps: CoreDeps, email: string, now: number): Promise<void> {
  const { db, config } = deps
  const account = await findByEmail(db, email)
  if (!account) return
  const link = await newLink('reset_password', account.email, config, now)
  try {
    const writes = [
      burnTokens(db, account, ['reset'], now),
      insertToken(db, { ...link.row, userId: idWhileLive(account.id) }),
      ...enqueueAccountMail(db, {
        key: link.key,
        template: 'reset-password',
        to: account.email,
        userId: account.id,
        data: { username: account.username, nonce: link.nonce, expiresAt: link.expiresAt },
        now,
      }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    // The account was deleted a moment ago.
    if (refusedBy(error, 'auth_tokens', 'user_id')) return
    throw error
  }
}
