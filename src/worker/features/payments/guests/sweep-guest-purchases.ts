import { logError } from '../../../core/log-error.ts'
import { commit, type Db } from '../../../db/client.ts'
import { attach } from './attach-guest-purchases.ts'
import { guestSlice } from './rules.ts'
import { listOwnersOfGuestPayments, newestGuestPayment } from './store.ts'

const ACCOUNTS_PER_SWEEP = 50

/**
 * Attaches guest purchases to the accounts that have confirmed their address since. Each account has a batch of its
 * own. Accounts that this run does not reach are found by a later one.
 */
export async function sweepGuestPurchases(db: Db, now: number): Promise<number> {
  const [newest] = await newestGuestPayment(db)
  if (!newest) return 0
  const owners = await listOwnersOfGuestPayments(db, guestSlice(newest.id, now), ACCOUNTS_PER_SWEEP)
  let attached = 0
  for (const owner of owners) {
    try {
      await commit(db, attach(db, owner, now))
      attached += 1
    } catch (error) {
      logError('sweep-guests', { user: owner.userId, error })
    }
  }
  return attached
}
