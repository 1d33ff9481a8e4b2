import type { UpdateProfile } from '#shared/accounts/contract.ts'
import { emailKey } from '../../core/email-address.ts'
import { Problem } from '../../core/problem.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { checkOwnPassword } from './check-password.ts'
import { limitMailsOf, limitMailsTo } from './limits.ts'
import { newLink } from './new-link.ts'
import { wrongPassword } from './refusals.ts'
import {
  burnTokens,
  enqueueAccountMail,
  enqueueConfirmation,
  idWhilePassword,
  insertToken,
  savePreferences,
} from './writes.ts'

/**
 * Preferences apply at once. A new email address needs the password, and replaces the old one only when the link sent
 * to it is opened. The old address is notified. The address of another account is answered and stored alike, but its
 * mail has no link (049).
 * @throws Problem 422 without the right password; then nothing is saved
 */
export async function updateProfile(
  deps: CoreDeps,
  viewer: Viewer,
  form: UpdateProfile,
  now: number,
): Promise<void> {
  const preferences = savePreferences(deps.db, viewer.id, form.notification_preferences, now)
  if (emailKey(form.email) !== emailKey(viewer.email)) {
    return askForNewEmail(deps, viewer, form, preferences, now)
  }
  await commit(deps.db, [preferences])
}

async function askForNewEmail(
  deps: CoreDeps,
  viewer: Viewer,
  { email, currentPassword }: UpdateProfile,
  preferences: ReturnType<typeof savePreferences>,
  now: number,
): Promise<void> {
  const { env, db, config } = deps
  if (!currentPassword) throw passwordRequired()
  const account = await checkOwnPassword(deps, viewer, currentPassword)
  await limitMailsOf(env, account.id)
  await limitMailsTo(env, email)
  const link = await newLink('verify_email', email, config, now)
  const { username } = account
  try {
    const writes = [
      preferences,
      burnTokens(db, account, ['change'], now),
      insertToken(db, { ...link.row, userId: idWhilePassword(account.id, account.password) }),
      ...enqueueConfirmation(db, { link, to: email, account, now }),
      ...enqueueAccountMail(db, {
        key: `email-change:${link.key}`,
        template: 'email-change',
        to: account.email,
        userId: account.id,
        data: { username, newEmail: email, expiresAt: link.expiresAt },
        now,
      }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'auth_tokens', 'user_id')) throw wrongPassword()
    throw error
  }
}

function passwordRequired(): Problem {
  const message = 'Enter your current password to change your email address.'
  return new Problem(422, message, {
    data: { code: 'password-required', fields: { currentPassword: message } },
  })
}
