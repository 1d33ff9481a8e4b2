import { DAY } from '#shared/core/time.ts'
import { logError } from '../../core/log-error.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { keysOf, LOGIN_LIMITS, type LoginTry } from './rules.ts'
import { enqueueFailedLogins } from './writes.ts'

/** Counts a wrong try of a stranger. Notifies the owner where too many come slowly. Runs after the answer. */
export async function noteWrongTry(deps: CoreDeps, login: LoginTry, now: number): Promise<void> {
  try {
    const { quiet } = keysOf(login, login.ip)
    if (!(await takeRate(deps.env, quiet, LOGIN_LIMITS.quiet)).allowed) await notifyOwner(deps, login, now)
  } catch (error) {
    logError('failed-logins', { error })
  }
}

/**
 * Sends the owner one mail a day at most. Runs after the answer, and begins alike for a name without an account. Never
 * fails: the refusal matters more.
 */
export async function notifyOwner({ env, db }: CoreDeps, login: LoginTry, now: number): Promise<void> {
  try {
    const { mails } = keysOf(login, login.ip)
    const isDue = (await takeRate(env, mails, LOGIN_LIMITS.mails)).allowed
    const { account } = login
    if (!isDue || !account || account.deactivatedAt !== null) return
    const key = `failed-logins:${account.id}:${Math.floor(now / DAY)}`
    await commitAndDispatch({ env, db }, enqueueFailedLogins(db, { key, account, now }), now)
  } catch (error) {
    logError('failed-logins', { error })
  }
}
