import { HOUR } from '#shared/core/time.ts'
import { Problem } from '../../core/problem.ts'
import { type Limit, limitRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'

/** A script calls at its start: a household with many scripts stays well below. A key of 150 bits cannot be guessed. */
const CALLS_PER_NETWORK = { burst: 60, refillSeconds: 5 }
const CALLS_PER_KEY = { burst: 60, refillSeconds: 10 }
/** Three at once, then one more every 8 hours: enough for a new computer. A released device keeps its lease (040). */
const RELEASES_PER_LICENCE = { burst: 3, refillSeconds: 8 * 3600 }
/** Stricter, because a new key releases all devices at once. */
const KEYS_PER_LICENCE = { burst: 1, refillSeconds: 24 * 3600 }

/** Counts calls with an unknown key like calls with an existing one. */
export async function limitCalls(env: Env, key: string, ip: string | null): Promise<void> {
  if (ip !== null) await limitRate(env, `licence:from:${ip}`, CALLS_PER_NETWORK)
  await limitRate(env, `licence:key:${key}`, CALLS_PER_KEY)
}

export const limitReleases = (env: Env, licenceId: number) =>
  saying(env, `licence-release:${licenceId}`, RELEASES_PER_LICENCE, 'You can release 3 devices a day.')

export const limitNewKeys = (env: Env, licenceId: number) =>
  saying(env, `licence-new-key:${licenceId}`, KEYS_PER_LICENCE, 'A licence gets one new key a day.')

async function saying(env: Env, key: string, limit: Limit, sentence: string): Promise<void> {
  try {
    await limitRate(env, key, limit)
  } catch (error) {
    const wait = error instanceof Problem ? error.retryAfterSeconds : undefined
    if (wait === undefined) throw error
    const hours = Math.ceil((wait * 1000) / HOUR)
    throw new Problem(429, `${sentence} Try again in ${hours} hour${hours === 1 ? '' : 's'}.`, {
      retryAfterSeconds: wait,
    })
  }
}
