import { emailIdentity, emailKey } from '../../core/email-address.ts'
import { Problem } from '../../core/problem.ts'
import { type Db, refusedBy } from '../../db/client.ts'
import type { CurrentUser, Register } from './contract.ts'
import { hashPassword } from './password.ts'
import { randomReferralCode } from './referral-code.ts'
import { loginKey } from './rules.ts'
import { findByReferralCode } from './store.ts'
import { insertUser } from './writes.ts'

/** @throws Problem 409 where the username or the email is taken: the table decides, so two at once cannot both win. */
export async function register(db: Db, form: Register, pepper: string, now: number): Promise<CurrentUser> {
  const password = await hashPassword(form.password, pepper)
  const referredBy = await referrerOf(db, form)
  try {
    const [created] = await insertUser(db, {
      username: form.username,
      usernameKey: loginKey(form.username),
      email: form.email,
      emailKey: emailKey(form.email),
      emailIdentity: emailIdentity(form.email),
      password,
      referralCode: randomReferralCode(),
      referredBy,
      createdAt: now,
      updatedAt: now,
    })
    if (!created) throw new Error('The account was not created')
    return { id: created.id, username: form.username, email: form.email, isAdmin: false }
  } catch (error) {
    if (refusedBy(error, 'users', 'username_key')) throw new Problem(409, 'This username is already taken')
    if (refusedBy(error, 'users', 'email_key')) {
      throw new Problem(409, 'There is already an account with this email address. Please log in instead.')
    }
    throw error
  }
}

/** An unknown code costs the newcomer nothing: the account is simply not referred. */
async function referrerOf(db: Db, form: Register): Promise<number | null> {
  const code = form.referralCode ?? form.referredBy
  const referrer = typeof code === 'string' && code !== '' ? await findByReferralCode(db, code) : undefined
  const isSelf = referrer?.emailIdentity === emailIdentity(form.email)
  return referrer && !isSelf ? referrer.id : null
}
