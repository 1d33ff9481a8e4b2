import type { ChangePassword } from '#shared/accounts/contract.ts'
import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireGoodPassword } from '../passwords/require-good-password.ts'
import { checkOwnPassword } from './check-password.ts'
import { limitPasswordChanges } from './limits.ts'
import { wrongPassword } from './refusals.ts'
import { type Device, type NewSession, prepareReplacement } from './start-session.ts'
import { burnTokens, endSessions, enqueueAccountMail, requireSession, swapPassword } from './writes.ts'

/**
 * Sets a new password and ends every session: also a copy of this one's cookie. Returns the new session of this browser. Mailed reset links and a pending change of address end too:
 * somebody with the old password could have started them.
 * @throws Problem 422 where the current password is wrong or equals the new one, or the new one is refused; 401 where this session has ended meanwhile; 429 after too many attempts
 */
export async function changePassword(
  deps: CoreDeps,
  viewer: Viewer,
  form: ChangePassword,
  device: Device,
  now: number,
): Promise<NewSession> {
  const { db, config } = deps
  const account = await checkOwnPassword(deps, viewer, form.currentPassword)
  if (form.newPassword.normalize('NFC') === form.currentPassword.normalize('NFC')) {
    const message = 'The new password must be different from the current one.'
    throw new Problem(422, message, { data: { fields: { newPassword: message } } })
  }
  await requireGoodPassword(deps, 'newPassword', form.newPassword, account)
  await limitPasswordChanges(deps.env, account.id)
  const password = await hashPassword(form.newPassword, config.passwordPepper)
  const session = await prepareReplacement(db, viewer, password, device, now)
  const key = `password-changed:${crypto.randomUUID()}`
  const data = { username: account.username, changedAt: now, byReset: false }
  try {
    const writes = [
      requireSession(db, viewer.id, viewer.sessionId),
      swapPassword(db, account.id, { checked: account.password, password }, now),
      ...endSessions(db, {
        key: `sessions-end:${key}`,
        userId: account.id,
        now,
      }),
      session.write,
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
    return session
  } catch (error) {
    // Another device changed the password between check and write.
    if (refusedBy(error, 'users', 'password')) throw wrongPassword()
    if (refusedBy(error, 'users', 'reference')) throw new Problem(401, 'Please log in to continue.')
    throw error
  }
}
