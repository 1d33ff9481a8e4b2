import { emailKey } from '../../core/email-address.ts'
import { forgiveRate, limitRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'
import { loginKey } from './rules.ts'

// Tight for one address at one account; looser for the account. Where its owner has logged in before, that one is not
// asked: a stranger cannot lock them out.
const LOGIN_PER_ADDRESS_AND_ACCOUNT = { burst: 10, refillSeconds: 30 }
const LOGIN_PER_ACCOUNT = { burst: 100, refillSeconds: 10 }

export const LOGIN_PER_ADDRESS = { burst: 50, refillSeconds: 5 }
export const REGISTER_PER_ADDRESS = { burst: 10, refillSeconds: 120 }
export const FORGOT_PER_ADDRESS = { burst: 10, refillSeconds: 60 }
/** Opening mailed links: nobody guesses 256 bits, but each try costs a look-up, and a reset a hash. */
export const LINK_PER_ADDRESS = { burst: 20, refillSeconds: 15 }

const FORGOT_PER_EMAIL = { burst: 3, refillSeconds: 300 }
const PASSWORD_CHECKS = { burst: 10, refillSeconds: 30 }
const MAILS_PER_USER = { burst: 5, refillSeconds: 300 }
const MAILS_PER_EMAIL = { burst: 3, refillSeconds: 600 }

const loginHere = (name: string, ip: string | null) => `login:${loginKey(name)} from ${ip}`

export async function limitLogin(env: Env, name: string, ip: string | null, isKnownDevice: boolean) {
  await limitRate(env, loginHere(name, ip), LOGIN_PER_ADDRESS_AND_ACCOUNT)
  if (!isKnownDevice) await limitRate(env, `login:${loginKey(name)}`, LOGIN_PER_ACCOUNT)
}

/** After a right password, or a reset: the tries before it do not count any more. */
export const forgiveLogin = (env: Env, names: string[], ip: string | null) =>
  Promise.all(names.map((name) => forgiveRate(env, loginHere(name, ip))))

/** The password of somebody who is signed in, asked again before something important. */
export const limitPasswordChecks = (env: Env, userId: number) =>
  limitRate(env, `password:user:${userId}`, PASSWORD_CHECKS)
export const forgivePasswordChecks = (env: Env, userId: number) => forgiveRate(env, `password:user:${userId}`)

/** Counts for every address alike, whether an account has it or not. */
export const limitForgotten = (env: Env, email: string) =>
  limitRate(env, `forgot:${emailKey(email)}`, FORGOT_PER_EMAIL)

/** So that nobody fills a stranger's inbox, neither from one account … */
export const limitMailsOf = (env: Env, userId: number) =>
  limitRate(env, `account-mail:user:${userId}`, MAILS_PER_USER)
/** … nor from many. */
export const limitMailsTo = (env: Env, email: string) =>
  limitRate(env, `account-mail:to:${emailKey(email)}`, MAILS_PER_EMAIL)
