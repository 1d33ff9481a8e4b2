import { logError } from '../../../core/log-error.ts'
import { commit } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { attach } from './attach-guest-purchases.ts'
import { guestSlice } from './rules.ts'
import { listOwnersOfGuestPayments, newestGuestPayment } from './store.ts'

const ACCOUNTS_PER_SWEEP = 50

/**
 * Attaches guest purchases to the accounts that have confirmed their address since. Each account has a batch of its
 * own. Accounts that this run does not reach are found by a later one.
 */
export async function sweepGuestPurchases(
  deps: Pick<ShopDeps, 'db' | 'config'>,
  now: number,
): Promise<number> {
  const { db } = deps
  const [newest] = await newestGuestPayment(db)
  if (!newest) return 0
  const owners = await listOwnersOfGuestPayments(db, guestSlice(newest.id, now), ACCOUNTS_PER_SWEEP)
  let attached = 0
  for (const owner of owners) {
    try {
      await commit(db, await attach(deps, owner, now))
      attached += 1
    } catch (error) {
      logError('sweep-guests', { user: owner.userId, error })
    }
  }
  return attached
}
