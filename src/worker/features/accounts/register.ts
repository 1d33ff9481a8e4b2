import type { CurrentUser, Register } from '#shared/accounts/contract.ts'
import { loginKey } from '#shared/accounts/login-key.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import { TERMS_VERSION } from '#shared/legal/versions-rules.ts'
import { emailIdentity, emailKey } from '../../core/email-address.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { type Db, enqueuedBy, refusedBy, statementsOf } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch, dispatchEnqueued } from '../notifications/dispatch-outbox.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireGoodPassword } from '../passwords/require-good-password.ts'
import { newLink } from './new-link.ts'
import { randomReferralCode } from './referral-code.ts'
import { emailTaken, usernameTaken } from './refusals.ts'
import { findByEmail, findByReferralCode, findReferrer } from './store.ts'
import { refuseUsername } from './username-rules.ts'
import { skeletonOf } from './username-skeleton-rules.ts'
import { enqueueAccountMail, enqueueAddressInUse, idOfNew, insertToken, insertUser } from './writes.ts'

/**
 * Creates the account and its welcome mail, which has the confirmation link, in one batch. `network`: where the form came
 * from; the mail names it.
 * @throws Problem 422 the username is reserved or mixes alphabets, or the password or `referredBy` is refused; 409 the username or the email is taken. Unique indexes
 * decide, also for two at once. The owner of a taken address gets a mail after the response.
 */
export async function register(
  deps: CoreDeps,
  form: Register,
  network: string | null,
  now: number,
): Promise<{ user: CurrentUser; password: string }> {
  const { db, config } = deps
  const refusal = refuseUsername(form.username)
  if (refusal) throw new Problem(422, refusal, { data: { fields: { username: refusal } } })
  await requireGoodPassword(deps, 'password', form.password, { ...form, isAdmin: false })
  const referredBy = await referrerOf(db, form)
  const password = await hashPassword(form.password, config.passwordPepper)
  const link = await newLink('verify_email', form.email, config, now)
  const usernameKey = loginKey(form.username)
  const userId = idOfNew(usernameKey)
  const mail = enqueueAccountMail(db, {
    key: link.key,
    template: 'welcome',
    to: form.email,
    userId,
    data: {
      username: form.username,
      nonce: link.nonce,
      expiresAt: link.expiresAt,
      registeredAt: now,
      network,
    },
    now,
  })
  try {
    const [[created], , ...enqueued] = await db.batch([
      insertUser(db, {
        username: form.username,
        usernameKey,
        usernameSkeleton: skeletonOf(form.username),
        email: form.email,
        emailKey: emailKey(form.email),
        emailIdentity: emailIdentity(form.email),
        password,
        referralCode: randomReferralCode(),
        referredBy,
        termsVersion: TERMS_VERSION,
        createdAt: now,
        updatedAt: now,
      }),
      insertToken(db, { ...link.row, userId }),
      ...statementsOf(mail),
    ])
    await dispatchEnqueued(deps, enqueuedBy(mail, enqueued), now)
    if (!created) throw new Error('The account was not created')
    const { username, email } = form
    const user = { id: created.id, username, email, isAdmin: false, staffRole: null }
    return { user, password }
  } catch (error) {
    if (refusedBy(error, 'users', 'username_key')) throw usernameTaken()
    if (refusedBy(error, 'users', 'email_key')) {
      deps.later?.(
        notifyOwner(deps, form.email, now).catch((cause: unknown) =>
          logError('address-in-use', { error: cause }),
        ),
      )
      throw emailTaken(' Please log in instead.')
    }
    throw error
  }
}

/**
 * Runs after the response. Sends the account with this address at most one mail a day about such attempts. A new account
 * gets none: its own form was sent twice.
 */
async function notifyOwner(deps: CoreDeps, email: string, now: number): Promise<void> {
  const account = await findByEmail(deps.db, email)
  if (!account || account.createdAt > now - HOUR) return
  const key = `address-in-use:${account.id}:${Math.floor(now / DAY)}`
  await commitAndDispatch(deps, enqueueAddressInUse(deps.db, { key, account, now }), now)
}

/**
 * The account that brought this one. An unknown `referralCode` counts as none: it may come from an old link. `referredBy`
 * names an account by its id or code, so it is honoured or refused.
 * @throws Problem 422 `referredBy` names no account, or not the owner of `referralCode`
 */
async function referrerOf(db: Db, { referralCode, referredBy, email }: Register): Promise<number | null> {
  const byCode = referralCode ? await findByReferralCode(db, referralCode) : undefined
  const named = referredBy == null || referredBy === '' ? undefined : await findReferrer(db, referredBy)
  if (referredBy != null && referredBy !== '' && !named) {
    throw refusedReferrer('We know no account with this ID or referral code. Correct it, or leave it out.')
  }
  if (byCode && named && byCode.id !== named.id) {
    throw refusedReferrer('The referral code belongs to another account. Send only one of them.')
  }
  const referrer = named ?? byCode
  // Nobody refers themselves. No error says so: it would name the mailbox of that account.
  return referrer && referrer.emailIdentity !== emailIdentity(email) ? referrer.id : null
}

const refusedReferrer = (message: string) =>
  new Problem(422, message, { data: { fields: { referredBy: message } } })
