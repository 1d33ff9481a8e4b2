import { describeError } from '../../core/describe-error.ts'
import { Problem } from '../../core/problem.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { ProviderDown } from '../../providers/payment-provider.ts'
import { verifyPassword } from '../accounts/password.ts'
import { randomReferralCode } from '../accounts/referral-code.ts'
import { accountDeletedKey, queueAccountDeleted } from '../email/writes.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { forgettingKey, oweEmail, oweForgetting } from '../notifications/writes.ts'
import { closeCheckouts } from '../payments/close-checkouts.ts'
import { endSubscriptions } from '../subscriptions/end-subscriptions.ts'
import { type Account, findAccount } from './store.ts'
import { eraseAccount } from './writes.ts'

/** Something may begin between the last look and the end: then everything is looked at again. */
const ROUNDS = 3

/**
 * Ends an account for good. First nobody can be charged any more: open checkouts are closed, subscriptions ended at the
 * provider. Then one batch takes the person out of the tables; it refuses itself while anything could still be charged.
 * @throws Problem 422 (wrong password), 409 (an admin; a payment that is under way); ProviderDown: nothing was deleted
 */
export async function deleteAccount(deps: ShopDeps, userId: number, password: string): Promise<void> {
  const account = await findAccount(deps.db, userId)
  if (!account) throw new Problem(404, 'There is no such account.')
  if (!(await verifyPassword(password, account.password, deps.config.passwordPepper))) {
    const message = 'This is not your password.'
    throw new Problem(422, message, { data: { fields: { password: message } } })
  }
  if (account.isAdmin) {
    throw new Problem(409, 'An admin account cannot be deleted. Hand over the role first.')
  }
  let ended = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    ended += await stopCharging(deps, userId).catch(explain)
    if (await erase(deps, account, ended, Date.now())) return
  }
  throw new Problem(409, 'Something of yours is changing right now. Please try again in a moment.')
}

/** Returns how many subscriptions it ended. */
async function stopCharging(deps: ShopDeps, userId: number): Promise<number> {
  await closeCheckouts(deps, userId, Date.now())
  return endSubscriptions(deps, userId)
}

function explain(error: unknown): never {
  if (error instanceof Problem) {
    throw new Problem(error.status, `Your account was not deleted. ${error.message}`)
  }
  if (!(error instanceof ProviderDown)) throw error
  console.error(JSON.stringify({ at: 'delete-account', error: describeError(error) }))
  const message =
    'Your account was not deleted: the payment provider is not answering, and nothing of yours may be charged afterwards. Please try again in a moment.'
  throw new Problem(503, message, { retryAfterSeconds: 5 })
}

/** False where something that could be charged began meanwhile. */
async function erase(deps: ShopDeps, account: Account, ended: number, now: number): Promise<boolean> {
  const { db } = deps
  const { id: userId, email: to } = account
  const mail = { key: `${accountDeletedKey(userId)}:1`, deliveryKey: accountDeletedKey(userId), now }
  try {
    await commit(db, [
      ...eraseAccount(db, account, randomReferralCode(), now),
      oweForgetting(db, { userId, now }),
      queueAccountDeleted(db, { to, userId, data: { deletedAt: now, subscriptionsEnded: ended }, now }),
      oweEmail(db, mail),
    ])
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) return false
    throw error
  }
  deps.later(dispatchKeys(deps.env, db, [forgettingKey(userId), mail.key], now))
  return true
}
