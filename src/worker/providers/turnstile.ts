import { z } from 'zod'
import type { TurnstileAction } from '#shared/core/turnstile.ts'
import type { TurnstileOffer } from '#shared/core/turnstile-offer.ts'
import { logError } from '../core/log-error.ts'
import type { Config } from './config.ts'
import type { Env } from './env.ts'
import { outsideFetch } from './outside.ts'

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0'
const LOCAL = '/sandbox/turnstile'
const TIMEOUT_MS = 5000

/** What a form needs to show the widget; null: Turnstile is not configured. */
export const turnstileFor = (
  { turnstile, isLocal }: Config,
  action: TurnstileAction,
): TurnstileOffer | null =>
  turnstile && {
    siteKey: turnstile.siteKey,
    script: `${isLocal ? LOCAL : TURNSTILE}/api.js?render=explicit`,
    action,
  }

const outcomeSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
})

/**
 * Whether the visitor solved a challenge at our site, for this action. Siteverify accepts a token once. False too where
 * it does not answer within five seconds: nothing is passed unchecked.
 */
export async function checkTurnstile(
  env: Env,
  { turnstile, publicUrl }: Config,
  { token, action, ip }: { token: string; action: TurnstileAction; ip: string | null },
): Promise<boolean> {
  if (turnstile === null) return false
  try {
    const response = await outsideFetch(env)(`${TURNSTILE}/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: turnstile.secretKey, response: token, ...(ip && { remoteip: ip }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const outcome = outcomeSchema.parse(await response.json())
    return outcome.success && outcome.hostname === new URL(publicUrl).hostname && outcome.action === action
  } catch (error) {
    logError('turnstile', { error })
    return false
  }
}
