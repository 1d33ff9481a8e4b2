import { refusedBy } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { randomReferralCode } from '../accounts/referral-code.ts'
import { accountDeletedKey, queueAccountDeleted } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail, enqueueHubPurge } from '../notifications/writes.ts'
import { closeCheckouts } from '../payments/checkout/close-checkouts.ts'
import { endSubscriptions } from '../subscriptions/end-subscriptions.ts'
import { type Account, findAccount } from './store.ts'
import { anonymizeAccount, type Eraser } from './writes.ts'

/** Maximum rounds where something that can be charged begins between the last read and the batch. */
const ROUNDS = 3

/** The account to delete; null once it is deleted. */
export const findErasable = (deps: ShopDeps, userId: number): Promise<Account | null> =>
  findAccount(deps.db, userId)

/**
 * Deletes an account permanently. First closes open checkouts and ends subscriptions at the provider, so that nothing
 * can be charged any more. Then one batch anonymizes the account. The batch is refused while anything could still be
 * charged. Returns false where every round was refused: nothing was deleted.
 * @throws Problem 409 (`data.code`: a payment that is under way), ProviderDown: nothing was deleted
 */
export async function eraseAccount(deps: ShopDeps, account: Account, by: Eraser): Promise<boolean> {
  let ended = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await closeCheckouts(deps, account.id, Date.now())
    ended += await endSubscriptions(deps, account.id)
    if (await erase(deps, account, by, ended, Date.now())) return true
  }
  return false
}

/**
 * Returns false where the batch was refused: a possible charge began, or the account was deleted or made an admin's.
 */
async function erase(deps: ShopDeps, account: Account, by: Eraser, ended: number, now: number) {
  const { db } = deps
  const { id: userId, email: to } = account
  const deliveryKey = accountDeletedKey(userId)
  try {
    const writes = [
      ...anonymizeAccount(db, account, by, randomReferralCode(), now),
      enqueueHubPurge(db, { userId, now }),
      queueAccountDeleted(db, { to, userId, data: { deletedAt: now, subscriptionsEnded: ended }, now }),
      enqueueEmail(db, { key: `${deliveryKey}:1`, deliveryKey, now }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) return false
    throw error
  }
  return true
}
