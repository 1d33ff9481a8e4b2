import type { TurnstileAction } from '#shared/core/turnstile.ts'
import { checkTurnstile } from '../providers/turnstile.ts'
import { takeRate } from './rate-limit.ts'
import type { CoreDeps } from './shop-deps.ts'

/** Longer than a token lives (five minutes). */
const ONCE = { most: 1, inSeconds: 600 }

/** Whether this token of a solved challenge passes, which it does once. */
export async function passChallenge(
  { env, config }: CoreDeps,
  challenge: { token: string; action: TurnstileAction; ip: string | null },
): Promise<boolean> {
  if (config.turnstile === null) return false
  const isFirst = (await takeRate(env, `turnstile:${challenge.token}`, ONCE)).allowed
  return isFirst && checkTurnstile(env, config, challenge)
}
