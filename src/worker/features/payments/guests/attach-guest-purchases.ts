import type { Db, Write } from '../../../db/client.ts'
import type { AddressOwner } from '../../../http/app-env.ts'
import { REFRESH } from '../../notifications/message-rules.ts'
import { enqueueUserMessages } from '../../notifications/writes.ts'
import { findGuestPayment } from './store.ts'
import { assignGuestPurchases } from './writes.ts'

/** The writes that attach guest purchases to one account, for the batch that confirms its address. */
export async function attachGuestPurchases(db: Db, owner: AddressOwner, now: number): Promise<Write[]> {
  const [found] = await findGuestPayment(db, owner.emailKey)
  return found ? attach(db, owner, now) : []
}

export function attach(db: Db, owner: AddressOwner, now: number): Write[] {
  const key = `attached:${owner.userId}:${crypto.randomUUID()}`
  return [
    ...assignGuestPurchases(db, { ...owner, now }),
    enqueueUserMessages(db, { key, userId: owner.userId, messages: [REFRESH], now }),
  ]
}
