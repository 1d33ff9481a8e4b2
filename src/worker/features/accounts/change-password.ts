import type { ChangePassword } from '#shared/accounts/contract.ts'
import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { checkOwnPassword } from './check-password.ts'
import { limitPasswordChanges } from './limits.ts'
import { hashPassword } from './password.ts'
import { wrongPassword } from './refusals.ts'
import { allBut, burnTokens, endSessions, enqueueAccountMail, swapPassword } from './writes.ts'

/**
 * A new password. Every other session ends with it, and with them what the old password could have left open: mailed
 * reset links, and a change of address that waits for its link.
 * @throws Problem 422 where the current password is wrong or is the new one too, 429 after too many
 */
export async function changePassword(
  deps: CoreDeps,
  viewer: Viewer,
  form: ChangePassword,
  now: number,
): Promise<void> {
  const { db, config } = deps
  const account = await checkOwnPassword(deps, viewer.id, form.currentPassword)
  if (form.newPassword.normalize('NFC') === form.currentPassword.normalize('NFC')) {
    const message = 'The new password must be different from the current one.'
    throw new Problem(422, message, { data: { fields: { newPassword: message } } })
  }
  await limitPasswordChanges(deps.env, account.id)
  const password = await hashPassword(form.newPassword, config.passwordPepper)
  const key = `password-changed:${crypto.randomUUID()}`
  const data = { username: account.username, changedAt: now, byReset: false }
  try {
    const writes = [
      swapPassword(db, account.id, { checked: account.password, password }, now),
      ...endSessions(db, {
        key: `sessions-end:${key}`,
        userId: account.id,
        which: allBut(viewer.sessionId),
        now,
      }),
      burnTokens(db, account, ['reset', 'change'], now),
      ...enqueueAccountMail(db, {
        key,
        template: 'password-changed',
        to: account.email,
        userId: account.id,
        data,
        now,
      }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    // Another device was faster: the password that was checked is the old one now.
    if (refusedBy(error, 'users', 'password')) throw wrongPassword()
    throw error
  }
}
