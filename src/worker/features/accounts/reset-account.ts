import type { Db, Write } from '../../db/client.ts'
import type { Account } from './store.ts'
import { burnTokens, endSessions, enqueueAccountMail, forgetChoices, replacePassword } from './writes.ts'

/**
 * The writes that give an account to the owner of its mailbox: a new password, the end of all sessions and open links,
 * and a mail. Before its address was ever confirmed, somebody else may have registered the account: then what that
 * person chose ends too.
 */
export function resetAccount(
  db: Db,
  account: Account,
  { tokenHash, hash }: { tokenHash: string; hash: string },
  now: number,
): Write[] {
  const key = `password-changed:${tokenHash.slice(0, 32)}`
  return [
    replacePassword(db, account.id, hash, now),
    ...(account.emailVerifiedAt === null ? forgetChoices(db, account.id, now) : []),
    ...endSessions(db, { key: `sessions-end:${key}`, userId: account.id, now }),
    burnTokens(db, account, ['reset', 'confirmation', 'change'], now),
    ...enqueueAccountMail(db, {
      key,
      template: 'password-changed',
      to: account.email,
      userId: account.id,
      data: { username: account.username, changedAt: now, byReset: true },
      now,
    }),
  ]
}
