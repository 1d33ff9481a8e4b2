import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import { newLink } from './new-link.ts'
import { findByEmail } from './store.ts'
import { burnTokens, enqueueAccountMail, idWhileLive, insertToken } from './writes.ts'

/**
 * Enqueues a reset link for the account of this address, if there is one; older links end. The caller has answered already:
 * neither the answer nor its time tells whether the account exists. Returns the outbox keys.
 */
export async function askReset(db: Db, config: Config, email: string, now: number): Promise<string[]> {
  const account = await findByEmail(db, email)
  if (!account) return []
  const link = await newLink('reset_password', account.email, config.linkSigningKey, now)
  try {
    await commit(db, [
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
    ])
  } catch (error) {
    // The account was deleted a moment ago.
    if (refusedBy(error, 'auth_tokens', 'user_id')) return []
    throw error
  }
  return [link.key]
}
