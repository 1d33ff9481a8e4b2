import type { Register } from '#shared/accounts/contract.ts'
import { emailIdentity } from '../../core/email-address.ts'
import { forgiveRate, limitRate } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { spendBudget, spendBudgetOrChallenge } from '../budgets/spend-budget.ts'
import { LOGIN_LIMITS } from '../login-limits/rules.ts'

/** Over all accounts. The limits of one account are in features/login-limits. */
export const LOGIN_PER_ADDRESS = { burst: 50, refillSeconds: 5 }
export const REGISTER_PER_ADDRESS = { burst: 10, refillSeconds: 120 }
export const FORGOT_PER_ADDRESS = { burst: 10, refillSeconds: 60 }
/** Opening mailed links: 256 bits cannot be guessed, but each attempt costs a query, and a reset a hash. */
export const LINK_PER_ADDRESS = { burst: 20, refillSeconds: 15 }

const REGISTER_PER_MAILBOX = { burst: 10, refillSeconds: 600 }
const FORGOT_PER_EMAIL = { burst: 3, refillSeconds: 300 }
/** As many as a known browser has at login. */
const PASSWORD_CHECKS = LOGIN_LIMITS.known
/** Counts right passwords too: each check costs a hash. */
const PASSWORD_WORK = { burst: 30, refillSeconds: 60 }
/** Each change sends a mail, to an address that may be unconfirmed. */
const PASSWORD_CHANGES = { burst: 5, refillSeconds: 300 }
const MAILS_PER_USER = { burst: 5, refillSeconds: 300 }
const MAILS_PER_EMAIL = { burst: 3, refillSeconds: 600 }

/** An account, in one of its sessions where that is known. */
export type Checked = { id: number; sessionId?: string }

const checkedIn = ({ id, sessionId }: Checked) =>
  sessionId === undefined ? `user:${id}` : `session:${sessionId}`

/**
 * For the password of a signed-in user, asked again before an important change. Counted by session: a thief of one would
 * keep the owner from locking the account down. Another session takes the password.
 */
export async function limitPasswordChecks(env: Env, checked: Checked) {
  await limitRate(env, `password-work:${checkedIn(checked)}`, PASSWORD_WORK)
  await limitRate(env, `password:${checkedIn(checked)}`, PASSWORD_CHECKS)
}
export const forgivePasswordChecks = (env: Env, checked: Checked) =>
  forgiveRate(env, `password:${checkedIn(checked)}`)

export const limitPasswordChanges = (env: Env, userId: number) =>
  limitRate(env, `password-change:user:${userId}`, PASSWORD_CHANGES)

/** A welcome mail goes to any typed address. Counted per mailbox, because tags make any number of addresses of one. */
export async function limitWelcomes(
  deps: CoreDeps,
  { email, turnstileToken: token }: Pick<Register, 'email' | 'turnstileToken'>,
  ip: string | null,
) {
  await limitRate(deps.env, `register:to:${emailIdentity(email)}`, REGISTER_PER_MAILBOX)
  const challenge = { action: 'register' as const, token, ip }
  await spendBudgetOrChallenge(deps, 'welcome mail', { address: email }, challenge, Date.now())
}

/** Counts every address alike, with or without an account. */
export async function limitForgotten(env: Env, email: string) {
  await limitRate(env, `forgot:to:${emailIdentity(email)}`, FORGOT_PER_EMAIL)
  await spendBudget(env, 'password mail', { address: email }, Date.now())
}

/** Prevents flooding of strangers' inboxes from one account. */
export const limitMailsOf = (env: Env, userId: number) =>
  limitRate(env, `account-mail:user:${userId}`, MAILS_PER_USER)
/** Prevents flooding of one inbox from many accounts. */
export async function limitMailsTo(env: Env, email: string) {
  await limitRate(env, `account-mail:to:${emailIdentity(email)}`, MAILS_PER_EMAIL)
  await spendBudget(env, 'confirmation mail', { address: email }, Date.now())
}
