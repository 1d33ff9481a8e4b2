import { emailKey } from '../../core/email-address.ts'
import { Problem } from '../../core/problem.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import { type AccountDeps, checkOwnPassword } from './check-password.ts'
import type { UpdateProfile } from './contract.ts'
import { limitMailsOf, limitMailsTo } from './limits.ts'
import { newLink } from './new-link.ts'
import { emailTaken, wrongPassword } from './refusals.ts'
import { isEmailTaken } from './store.ts'
import { burnTokens, enqueueAccountMail, idWhilePassword, insertToken, savePreferences } from './writes.ts'

/**
 * Preferences count at once. Another email address needs the password, and takes over only when the link sent to it is
 * opened; the old address is told. Returns the outbox keys.
 * @throws Problem 422 without the right password, 409 where another account has the address; then nothing is saved
 */
export async function updateProfile(
  deps: AccountDeps,
  viewer: Viewer,
  form: UpdateProfile,
  now: number,
): Promise<string[]> {
  const preferences = savePreferences(deps.db, viewer.id, form.notification_preferences, now)
  if (emailKey(form.email) !== emailKey(viewer.email)) {
    return askForNewEmail(deps, viewer, form, preferences, now)
  }
  await commit(deps.db, [preferences])
  return []
}

async function askForNewEmail(
  deps: AccountDeps,
  viewer: Viewer,
  { email, currentPassword }: UpdateProfile,
  preferences: ReturnType<typeof savePreferences>,
  now: number,
): Promise<string[]> {
  const { env, db, config } = deps
  if (!currentPassword) throw passwordRequired()
  const account = await checkOwnPassword(deps, viewer.id, currentPassword)
  await limitMailsOf(env, account.id)
  if (await isEmailTaken(db, email)) throw emailTaken()
  await limitMailsTo(env, email)
  const link = await newLink('verify_email', email, config.linkSigningKey, now)
  const { username } = account
  const notice = `email-change:${link.key}`
  try {
    await commit(db, [
      preferences,
      burnTokens(db, account, ['change'], now),
      insertToken(db, { ...link.row, userId: idWhilePassword(account.id, account.password) }),
      ...enqueueAccountMail(db, {
        key: link.key,
        template: 'confirm-email',
        to: email,
        userId: account.id,
        data: { username, nonce: link.nonce, expiresAt: link.expiresAt },
        now,
      }),
      ...enqueueAccountMail(db, {
        key: notice,
        template: 'email-change',
        to: account.email,
        userId: account.id,
        data: { username, newEmail: email, expiresAt: link.expiresAt },
        now,
      }),
    ])
  } catch (error) {
    if (refusedBy(error, 'auth_tokens', 'user_id')) throw wrongPassword()
    throw error
  }
  return [link.key, notice]
}

function passwordRequired(): Problem {
  const message = 'Enter your current password to change your email address.'
  return new Problem(422, message, {
    data: { code: 'password-required', fields: { currentPassword: message } },
  })
}
