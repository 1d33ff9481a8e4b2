import { commit, refusedBy } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { randomReferralCode } from '../accounts/referral-code.ts'
import { accountDeletedKey, queueAccountDeleted } from '../email/writes.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail, enqueueHubPurge, hubPurgeKey } from '../notifications/writes.ts'
import { closeCheckouts } from '../payments/close-checkouts.ts'
import { endSubscriptions } from '../subscriptions/end-subscriptions.ts'
import { type Account, findAccount } from './store.ts'
import { type Eraser, eraseAccount } from './writes.ts'

/** Something may begin between the last look and the end: then everything is looked at again. */
const ROUNDS = 3

/** The account that may be ended; null once it is gone. */
export const findErasable = (deps: ShopDeps, userId: number): Promise<Account | null> =>
  findAccount(deps.db, userId)

/**
 * Ends an account for good. First nobody can be charged any more: open checkouts are closed, subscriptions ended at the
 * provider. Then one batch takes the person out of the tables; it refuses itself while anything could still be charged.
 * False where things go on changing: nothing was deleted.
 * @throws Problem 409 (`data.code`: a payment that is under way), ProviderDown: nothing was deleted
 */
export async function eraseForGood(deps: ShopDeps, account: Account, by: Eraser): Promise<boolean> {
  let ended = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await closeCheckouts(deps, account.id, Date.now())
    ended += await endSubscriptions(deps, account.id)
    if (await erase(deps, account, by, ended, Date.now())) return true
  }
  return false
}

/** False where something that could be charged began meanwhile. */
async function erase(deps: ShopDeps, account: Account, by: Eraser, ended: number, now: number) {
  const { db } = deps
  const { id: userId, email: to } = account
  const mail = { key: `${accountDeletedKey(userId)}:1`, deliveryKey: accountDeletedKey(userId), now }
  try {
    await commit(db, [
      ...eraseAccount(db, account, by, randomReferralCode(), now),
      enqueueHubPurge(db, { userId, now }),
      queueAccountDeleted(db, { to, userId, data: { deletedAt: now, subscriptionsEnded: ended }, now }),
      enqueueEmail(db, mail),
    ])
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) return false
    throw error
  }
  deps.later(dispatchKeys(deps.env, db, [hubPurgeKey(userId), mail.key], now))
  return true
}
