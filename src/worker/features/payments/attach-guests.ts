import { commit, type Db } from '../../db/client.ts'
import { oweUserMessages } from '../notifications/writes.ts'
import { guestSlice } from './rules.ts'
import { listOwnersOfGuestPayments, newestGuestPayment } from './store.ts'
import { attachGuestPurchases } from './writes.ts'

const ACCOUNTS_PER_SWEEP = 50

/**
 * Gives purchases without an account to the accounts that have confirmed their address since. Each account's batch stands
 * for itself; what is not reached now comes up again.
 */
export async function sweepGuestPurchases(db: Db, now: number): Promise<number> {
  const [newest] = await newestGuestPayment(db)
  if (!newest) return 0
  const owners = await listOwnersOfGuestPayments(db, guestSlice(newest.id, now), ACCOUNTS_PER_SWEEP)
  for (const owner of owners) {
    const refresh = { type: 'dashboard_refresh' as const }
    const key = `attached:${owner.userId}:${now}`
    await commit(db, [
      ...attachGuestPurchases(db, { ...owner, now }),
      oweUserMessages(db, { key, userId: owner.userId, messages: [refresh], now }),
    ])
  }
  return owners.length
}
