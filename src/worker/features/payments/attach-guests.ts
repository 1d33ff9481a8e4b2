import { describeError } from '../../core/describe-error.ts'
import { commit, type Db, type Write } from '../../db/client.ts'
import { oweUserMessages } from '../notifications/writes.ts'
import { findGuestPayment, listOwnersOfGuestPayments, newestGuestPayment } from './guest-store.ts'
import { guestSlice } from './rules.ts'
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
    await commit(db, give(db, owner, now)).catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'guests', user: owner.userId, error: describeError(error) }))
    })
  }
  return owners.length
}

/** The same for one account, in the batch that confirms its address: who opens the link finds what they bought. */
export async function giveGuestPurchases(db: Db, owner: Owner, now: number): Promise<Write[]> {
  const [found] = await findGuestPayment(db, owner.emailKey)
  return found ? give(db, owner, now) : []
}

type Owner = { userId: number; emailKey: string }

function give(db: Db, owner: Owner, now: number): Write[] {
  const refresh = { type: 'dashboard_refresh' as const }
  const key = `attached:${owner.userId}:${now}`
  return [
    ...attachGuestPurchases(db, { ...owner, now }),
    oweUserMessages(db, { key, userId: owner.userId, messages: [refresh], now }),
  ]
}
