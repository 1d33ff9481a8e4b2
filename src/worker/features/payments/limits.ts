import { emailIdentity } from '../../core/email-address.ts'
import { limitRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'
import { spendBudget } from '../budgets/spend-budget.ts'

/** The rate limit for opening checkouts: each one is a request to the provider. */
export const CHECKOUTS_PER_USER = { burst: 30, refillSeconds: 20 }

/** Requests for the links to earlier purchases, from one address of the internet. */
export const FINDS_PER_ADDRESS = { burst: 10, refillSeconds: 60 }

const FINDS_PER_MAILBOX = { burst: 3, refillSeconds: 1200 }

/** Counts every address alike, with or without purchases. Each request is a mail to a typed address. */
export async function limitFinds(env: Env, email: string, network: string | null) {
  await limitRate(env, `find-purchase:to:${emailIdentity(email)}`, FINDS_PER_MAILBOX)
  await spendBudget(env, 'purchase mail', { address: email, network }, Date.now())
}
