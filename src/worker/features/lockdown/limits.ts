import { Problem } from '../../core/problem.ts'
import { limitRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'

/** Each one sends a mail and puts every script of the account out of use until it gets its new key. */
const LOCKDOWNS_PER_USER = { burst: 3, refillSeconds: 20 * 60 }

/** @throws Problem 429 after three in a row, with the minutes to wait */
export async function limitLockdowns(env: Env, userId: number): Promise<void> {
  try {
    await limitRate(env, `lockdown:user:${userId}`, LOCKDOWNS_PER_USER)
  } catch (error) {
    const wait = error instanceof Problem ? error.retryAfterSeconds : undefined
    if (wait === undefined) throw error
    const minutes = Math.ceil(wait / 60)
    const message = `Your last lockdown is in effect; nothing was changed now. You can lock down your account again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
    throw new Problem(429, message, { retryAfterSeconds: wait })
  }
}
