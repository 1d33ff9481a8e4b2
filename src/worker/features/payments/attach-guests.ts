import { describeError } from '../../core/describe-error.ts'
import { commit, type Db } from '../../db/client.ts'
import type { AddressOwner, Claim } from '../../http/app-env.ts'
import { enqueueUserMessages } from '../notifications/writes.ts'
import { findGuestPayment, listOwnersOfGuestPayments, newestGuestPayment } from './guest-store.ts'
import { attachGuestPurchases } from './guest-writes.ts'
import { guestSlice } from './rules.ts'

const ACCOUNTS_PER_SWEEP = 50

/**
 * Gives purchases without an account to the accounts that have confirmed their address since. Each account's batch stands
 * for itself; what is not reached now comes up again.
 */
export async function sweepGuestPurchases(db: Db, now: number): Promise<number> {
  const [newest] = await newestGuestPayment(db)
  if (!newest) return 0
  const owners = await listOwnersOfGuestPayments(db, guestSlice(newest.id, now), ACCOUNTS_PER_SWEEP)
  let attached = 0
  for (const owner of owners) {
    try {
      await commit(db, give(db, owner, now).writes)
      attached += 1
    } catch (error) {
      console.error(JSON.stringify({ at: 'sweep-guests', user: owner.userId, error: describeError(error) }))
    }
  }
  return attached
}

/** The same for one account, in the batch that confirms its address: who opens the link finds what they bought. */
export async function giveGuestPurchases(db: Db, owner: AddressOwner, now: number): Promise<Claim> {
  const [found] = await findGuestPayment(db, owner.emailKey)
  return found ? give(db, owner, now) : { writes: [], outboxKeys: [] }
}

function give(db: Db, owner: AddressOwner, now: number): Claim {
  const refresh = { type: 'dashboard_refresh' as const }
  const key = `attached:${owner.userId}:${crypto.randomUUID()}`
  return {
    writes: [
      ...attachGuestPurchases(db, { ...owner, now }),
      enqueueUserMessages(db, { key, userId: owner.userId, messages: [refresh], now }),
    ],
    outboxKeys: [key],
  }
}
