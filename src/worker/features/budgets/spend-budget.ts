import { HOUR } from '#shared/core/time.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { openDb } from '../../db/client.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'
import { queueMailOnce } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmailOnce } from '../notifications/writes.ts'
import { type BudgetKind, type Spender, sharesOf } from './rules.ts'

/** One mail an hour for each kind of budget. */
const ALERTS = { burst: 1, refillSeconds: HOUR / 1000 }

/**
 * Counts a request against all budgets of its kind. The narrowest is asked first, so that an attacker in one network
 * does not use up the shop's.
 * @throws Problem 429 with Retry-After beyond one of them; support gets a mail, once an hour at most
 */
export async function spendBudget(env: Env, kind: BudgetKind, spender: Spender, now: number): Promise<void> {
  for (const { scope, key, limit } of sharesOf(kind, spender)) {
    const { allowed, retryAfterSeconds } = await takeRate(env, key, limit)
    if (!allowed) {
      await alertOf(env, kind, scope, now)
      throw new Problem(429, messageOf(retryAfterSeconds), { retryAfterSeconds })
    }
  }
}

const messageOf = (seconds: number) => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `We are getting far more requests of this kind than usual, and have paused them. Nothing was charged. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}, or write to support.`
}

/** Never fails: the refusal matters more. */
async function alertOf(env: Env, kind: BudgetKind, scope: string, now: number): Promise<void> {
  try {
    if (!(await takeRate(env, `budget-alert:${kind}`, ALERTS)).allowed) return
    const db = openDb(env.DB)
    logError('budget', { error: `${kind}: ${scope}` })
    const key = `budget:${kind}:${Math.floor(now / HOUR)}`
    const mail = { template: 'budget-reached' as const, data: { kind, scope } }
    const writes = [
      queueMailOnce(db, { key, to: env.SUPPORT_EMAIL, mail, now }),
      enqueueEmailOnce(db, { key: `${key}:1`, deliveryKey: key, now }),
    ]
    await commitAndDispatch({ env, db }, writes, now)
  } catch (error) {
    logError('budget-alert', { error })
  }
}
