import { Problem } from '../core/problem.ts'
import { sha256Hex } from '../core/tokens.ts'
import type { Env } from '../providers/env.ts'

/** A token bucket: `burst` at once, then one more every `refillSeconds`. */
export type Limit = { burst: number; refillSeconds: number }

/**
 * Takes one token of `key`'s bucket. Keys are hashed: a limiter's name never contains an address or a username.
 * @throws Problem 429 with Retry-After when the bucket is empty.
 */
export async function limitRate(env: Env, key: string, limit: Limit): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeRate(env, key, limit)
  if (!allowed) {
    throw new Problem(429, `Too many attempts. Please try again in ${wait(retryAfterSeconds)}.`, {
      retryAfterSeconds,
    })
  }
}

/** Takes one token where there is one; else the seconds until the next one. */
export const takeRate = async (env: Env, key: string, limit: Limit) => (await limiter(env, key)).take(limit)

/** Fills the bucket again, for example after a correct password. */
export async function forgiveRate(env: Env, key: string): Promise<void> {
  await (await limiter(env, key)).forgive()
}

const limiter = async (env: Env, key: string) => env.RATE_LIMITER.getByName(await sha256Hex(key))

const wait = (seconds: number) =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
