import { DAY } from '../../core/time.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { amountOutboxKeys, notifyAmount } from './notify-amount.ts'
import { REMIND_AFTER_DAYS } from './received-rules.ts'
import type { PaymentWithProduct } from './store.ts'
import { recordOnce } from './writes.ts'

/** Once, when nothing has happened for days: a part of the price still lies here. It stays so until its buyer decides. */
export async function remind(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  now: number,
): Promise<void> {
  const { db } = deps
  const { id: paymentId, receivedCents, status, updatedAt, revision: occasion } = payment
  if (status === 'pending' || receivedCents === 0 || now - updatedAt < REMIND_AFTER_DAYS * DAY) return
  try {
    await commit(db, [
      recordOnce(db, { paymentId, kind: 'reminded', source: 'sweep', details: { receivedCents }, now }),
      ...notifyAmount(db, payment, product, { about: 'reminder', receivedCents, occasion }, now),
    ])
  } catch (error) {
    if (refusedBy(error, 'payment_events')) return
    throw error
  }
  deps.later(dispatchKeys(deps.env, db, amountOutboxKeys(paymentId, 'reminder', occasion), now))
}
