import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import { newLink } from './new-link.ts'
import { findByEmail } from './store.ts'
import { burnTokens, idWhileLive, insertToken, oweAccountMail } from './writes.ts'

/**
 * Owes a reset link to the account of this address, if there is one; older ones end. The caller has answered already:
 * whoever asked learns nothing, neither from the words nor from the time they took. Answers the keys of what is owed.
 */
export async function askReset(db: Db, config: Config, email: string, now: number): Promise<string[]> {
  const account = await findByEmail(db, email)
  if (!account) return []
  const link = await newLink('reset_password', account.email, config.linkSigningKey, now)
  try {
    await commit(db, [
      burnTokens(db, account, ['reset'], now),
      insertToken(db, { ...link.row, userId: idWhileLive(account.id) }),
      ...oweAccountMail(db, {
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
