import type { Write } from '../../../db/client.ts'
import type { AddressOwner } from '../../../http/app-env.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { REFRESH } from '../../notifications/message-rules.ts'
import { enqueueUserMessages } from '../../notifications/writes.ts'
import { reportPaidTwice } from '../settlement/report-paid-twice.ts'
import { findGuestPayment } from './store.ts'
import { assignGuestPurchases } from './writes.ts'

type Deps = Pick<ShopDeps, 'db' | 'config'>

/** The writes that attach guest purchases to one account, for the batch that confirms its address. */
export async function attachGuestPurchases(deps: Deps, owner: AddressOwner, now: number): Promise<Write[]> {
  const [found] = await findGuestPayment(deps.db, owner.emailKey)
  return found ? attach(deps, owner, now) : []
}

/** As above, where guest purchases were found. One that the account has bought too is reported. */
export async function attach(deps: Deps, owner: AddressOwner, now: number): Promise<Write[]> {
  const { db } = deps
  const { userId, emailKey: email } = owner
  const buyer = { userId, email, confirms: email }
  const key = `attached:${userId}:${crypto.randomUUID()}`
  return [
    ...assignGuestPurchases(db, { ...owner, now }),
    ...(await reportPaidTwice(deps, buyer, { source: 'attached' }, now)),
    enqueueUserMessages(db, { key, userId, messages: [REFRESH], now }),
  ]
}
