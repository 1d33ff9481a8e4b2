import { passChallenge } from '../../http/pass-challenge.ts'
import { forgiveRate, giveBackRate, limitRate, takeRate, tooManyAttempts } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { turnstileFor } from '../../providers/turnstile.ts'
import { notifyOwner } from './notify-owner.ts'
import { type CountedAs, keysOf, LOGIN_LIMITS, type LoginTry } from './rules.ts'

/**
 * Counts one try before its password is hashed. An unknown name takes the same work as a known one.
 * @throws Problem 429 with Retry-After; `data.turnstile` where a solved challenge passes the limit
 */
export async function limitLogin(deps: CoreDeps, login: LoginTry, now: number): Promise<CountedAs> {
  const { env, config } = deps
  const keys = keysOf(login, login.ip)
  const { seconds, countedAs } = await countTry(deps, login, now)
  if (seconds === 0) return countedAs
  const { turnstileToken: token, ip } = login
  const isSolved = token !== undefined && (await passChallenge(deps, { token, action: 'login', ip }))
  const turnstile = turnstileFor(config, 'login')
  if (!isSolved) throw tooManyAttempts(seconds, turnstile ? { turnstile } : undefined)
  await limitRate(env, keys.challenged, LOGIN_LIMITS.challenged)
  return 'challenged'
}

/** `seconds` until the next try; zero: this one was counted. */
async function countTry(
  deps: CoreDeps,
  login: LoginTry,
  now: number,
): Promise<{ seconds: number; countedAs: CountedAs }> {
  const { env } = deps
  const keys = keysOf(login, login.ip)
  if (login.isKnownDevice) {
    const { retryAfterSeconds } = await takeRate(env, keys.known, LOGIN_LIMITS.known)
    return { seconds: retryAfterSeconds, countedAs: 'known' }
  }
  const here = await takeRate(env, keys.address, LOGIN_LIMITS.address)
  if (!here.allowed) return { seconds: here.retryAfterSeconds, countedAs: 'strangers' }
  const everywhere = await takeRate(env, keys.strangers, LOGIN_LIMITS.strangers)
  if (!everywhere.allowed) deps.later(notifyOwner(deps, login, now))
  return { seconds: everywhere.retryAfterSeconds, countedAs: 'strangers' }
}

/** The password was right, so this try did not guess it. Wrong tries of strangers stay counted. Runs after the answer. */
export async function passedLogin({ env }: CoreDeps, login: LoginTry, countedAs: CountedAs): Promise<void> {
  const keys = keysOf(login, login.ip)
  if (countedAs === 'known') return forgiveRate(env, keys.known)
  await Promise.all([forgiveRate(env, keys.address), giveBackRate(env, keys[countedAs])])
}

/** Counts from zero, after a reset with a mailed link: the owner can log in at once. */
export async function forgiveLogins({ env }: CoreDeps, account: { id: number }, ip: string | null) {
  const { known, address, strangers } = keysOf({ account, name: '' }, ip)
  await Promise.all([known, address, strangers].map((key) => forgiveRate(env, key)))
}
