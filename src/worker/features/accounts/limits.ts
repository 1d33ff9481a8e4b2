import { loginKey } from '#shared/accounts/rules.ts'
import { emailIdentity } from '../../core/email-address.ts'
import { forgiveRate, limitRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'

// Tight for one address at one account; looser for the account. Where its owner has logged in before, that one is not
// asked: a stranger cannot lock them out.
const LOGIN_PER_ADDRESS_AND_ACCOUNT = { burst: 10, refillSeconds: 30 }
const LOGIN_PER_ACCOUNT = { burst: 100, refillSeconds: 10 }

export const LOGIN_PER_ADDRESS = { burst: 50, refillSeconds: 5 }
export const REGISTER_PER_ADDRESS = { burst: 10, refillSeconds: 120 }
export const FORGOT_PER_ADDRESS = { burst: 10, refillSeconds: 60 }
/** Opening mailed links: nobody guesses 256 bits, but each try costs a look-up, and a reset a hash. */
export const LINK_PER_ADDRESS = { burst: 20, refillSeconds: 15 }

const REGISTER_PER_MAILBOX = { burst: 10, refillSeconds: 600 }
const FORGOT_PER_EMAIL = { burst: 3, refillSeconds: 300 }
const PASSWORD_CHECKS = { burst: 10, refillSeconds: 30 }
/** Right ones as well: each costs a hash. */
const PASSWORD_WORK = { burst: 30, refillSeconds: 60 }
/** Each sends a mail, to an address that nobody may have confirmed. */
const PASSWORD_CHANGES = { burst: 5, refillSeconds: 300 }
const MAILS_PER_USER = { burst: 5, refillSeconds: 300 }
const MAILS_PER_EMAIL = { burst: 3, refillSeconds: 600 }

// A login name may be any text. Each bucket's key has its own beginning, and what was typed stands last: no name can spell
// the key of somebody else's bucket.
const loginHere = (name: string, ip: string | null) => `login:here:${ip} ${loginKey(name)}`
const loginAnywhere = (name: string) => `login:name:${loginKey(name)}`

export async function limitLogin(env: Env, name: string, ip: string | null, isKnownDevice: boolean) {
  await limitRate(env, loginHere(name, ip), LOGIN_PER_ADDRESS_AND_ACCOUNT)
  if (!isKnownDevice) await limitRate(env, loginAnywhere(name), LOGIN_PER_ACCOUNT)
}

/** After a right password, or a reset: the tries before it do not count any more. */
export const forgiveLogin = (env: Env, names: string[], ip: string | null) =>
  Promise.all(names.map((name) => forgiveRate(env, loginHere(name, ip))))

/** The password of somebody who is signed in, asked again before something important. */
export async function limitPasswordChecks(env: Env, userId: number) {
  await limitRate(env, `password-work:user:${userId}`, PASSWORD_WORK)
  await limitRate(env, `password:user:${userId}`, PASSWORD_CHECKS)
}
export const forgivePasswordChecks = (env: Env, userId: number) => forgiveRate(env, `password:user:${userId}`)

export const limitPasswordChanges = (env: Env, userId: number) =>
  limitRate(env, `password-change:user:${userId}`, PASSWORD_CHANGES)

/** A welcome goes to whatever address was typed: by mailbox, because a tag makes as many addresses of one as one likes. */
export const limitWelcomes = (env: Env, email: string) =>
  limitRate(env, `register:to:${emailIdentity(email)}`, REGISTER_PER_MAILBOX)

/** Counts for every address alike, whether an account has it or not. */
export const limitForgotten = (env: Env, email: string) =>
  limitRate(env, `forgot:to:${emailIdentity(email)}`, FORGOT_PER_EMAIL)

/** So that nobody fills a stranger's inbox, neither from one account … */
export const limitMailsOf = (env: Env, userId: number) =>
  limitRate(env, `account-mail:user:${userId}`, MAILS_PER_USER)
/** … nor from many. */
export const limitMailsTo = (env: Env, email: string) =>
  limitRate(env, `account-mail:to:${emailIdentity(email)}`, MAILS_PER_EMAIL)
