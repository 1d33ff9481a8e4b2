import type { RateLimit } from '../../durable/rate-limiter-rules.ts'
import { Problem } from '../core/problem.ts'
import { sha256Hex } from '../core/tokens.ts'
import type { Env } from '../providers/env.ts'

export type Limit = RateLimit

/**
 * Counts one call against `key`. Keys are hashed: a limiter's name never contains an address or a username.
 * @throws Problem 429 with Retry-After beyond the limit.
 */
export async function limitRate(env: Env, key: string, limit: Limit): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeRate(env, key, limit)
  if (!allowed) throw tooManyAttempts(retryAfterSeconds)
}

export const tooManyAttempts = (retryAfterSeconds: number, data?: unknown) =>
  new Problem(429, `Too many attempts. Please try again in ${wait(retryAfterSeconds)}.`, {
    retryAfterSeconds,
    data,
    event: { kind: 'limit_reached' },
  })

/** Counts one call where the limit allows it; else the seconds until it does. */
export const takeRate = async (env: Env, key: string, limit: Limit) => (await limiter(env, key)).take(limit)

/** Takes back the newest call that a window counted: it turned out to be harmless. */
export async function giveBackRate(env: Env, key: string): Promise<void> {
  await (await limiter(env, key)).giveBack()
}

/** Counts from zero again, for example after a correct password. */
export async function forgiveRate(env: Env, key: string): Promise<void> {
  await (await limiter(env, key)).forgive()
}

const limiter = async (env: Env, key: string) => env.RATE_LIMITER.getByName(await sha256Hex(key))

const wait = (seconds: number) =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
