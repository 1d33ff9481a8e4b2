import { Problem } from '../../core/problem.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'
import { alertSupport } from '../staff/alert-support.ts'
import { type BudgetKind, type Spender, sharesOf } from './rules.ts'

/**
 * Counts a request against all budgets of its kind. The narrowest is asked first, so that an attacker in one network
 * does not use up the shop's.
 * @throws Problem 429 with Retry-After beyond one of them; support gets a mail, once an hour at most
 */
export async function spendBudget(env: Env, kind: BudgetKind, spender: Spender, now: number): Promise<void> {
  for (const { scope, key, limit } of sharesOf(kind, spender)) {
    const { allowed, retryAfterSeconds } = await takeRate(env, key, limit)
    if (!allowed) {
      await alertSupport(env, `budget:${kind}`, { template: 'budget-reached', data: { kind, scope } }, now)
      throw new Problem(429, messageOf(retryAfterSeconds), {
        retryAfterSeconds,
        event: { kind: 'budget_reached', detail: kind },
      })
    }
  }
}

const messageOf = (seconds: number) => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `We are getting far more requests of this kind than usual, and have paused them. Nothing was charged. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}, or write to support.`
}
