import type { TurnstileAction } from '#shared/core/turnstile.ts'
import type { TurnstileOffer } from '#shared/core/turnstile-offer.ts'
import { Problem } from '../../core/problem.ts'
import { passChallenge } from '../../http/pass-challenge.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { turnstileFor } from '../../providers/turnstile.ts'
import { alertSupport } from '../staff/alert-support.ts'
import { type BudgetKind, CHALLENGED, type Spender, sharesOf } from './rules.ts'

/** The form that a solved challenge is for, and the token where the request has one. */
type Challenge = { action: TurnstileAction; token: string | undefined; ip: string | null }

/**
 * As `spendBudget`, for a form that can show a challenge: solved, it passes a used-up budget.
 * @throws Problem 429; `data.turnstile` where Turnstile is configured
 */
export async function spendBudgetOrChallenge(
  deps: CoreDeps,
  kind: BudgetKind,
  spender: Spender,
  { action, token, ip }: Challenge,
  now: number,
): Promise<void> {
  try {
    await spendBudget(deps.env, kind, spender, now, turnstileFor(deps.config, action))
  } catch (error) {
    if (!(error instanceof Problem) || token === undefined) throw error
    const isSolved = await passChallenge(deps, { token, action, ip })
    if (!isSolved || !(await takeRate(deps.env, `budget:${kind}:challenged`, CHALLENGED)).allowed) throw error
  }
}

/**
 * Counts a request against all budgets of its kind. The narrowest is asked first, so that an attacker in one network
 * does not use up the shop's. `turnstile`: the challenge that the refusal offers.
 * @throws Problem 429 with Retry-After beyond one of them; support gets a mail, once an hour at most
 */
export async function spendBudget(
  env: Env,
  kind: BudgetKind,
  spender: Spender,
  now: number,
  turnstile: TurnstileOffer | null = null,
): Promise<void> {
  for (const { scope, key, limit } of sharesOf(kind, spender)) {
    const { allowed, retryAfterSeconds } = await takeRate(env, key, limit)
    if (!allowed) {
      await alertSupport(env, `budget:${kind}`, { template: 'budget-reached', data: { kind, scope } }, now)
      throw new Problem(429, messageOf(retryAfterSeconds), {
        retryAfterSeconds,
        ...(turnstile && { data: { turnstile } }),
        event: { kind: 'budget_reached', detail: kind },
      })
    }
  }
}

const messageOf = (seconds: number) => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `We are getting far more requests of this kind than usual, and have paused them. Nothing was charged. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}, or write to support.`
}
