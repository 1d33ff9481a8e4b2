import { DAY } from '#shared/core/time.ts'
import { refusedBy } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { notifyAmount } from '../notices/notify-amount.ts'
import type { PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'
import { REMIND_AFTER_DAYS } from './rules.ts'

/**
 * Reminds the buyer of a partial payment once, after `REMIND_AFTER_DAYS` without a change. The money stays unapplied
 * until the buyer decides.
 */
export async function remindAmountDue(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  now: number,
): Promise<void> {
  const { db } = deps
  const { id: paymentId, receivedCents, status, updatedAt, revision: occasion } = payment
  if (status === 'pending' || receivedCents === 0 || now - updatedAt < REMIND_AFTER_DAYS * DAY) return
  try {
    const writes = [
      recordOnce(db, { paymentId, kind: 'reminded', source: 'sweep', details: { receivedCents }, now }),
      ...notifyAmount(db, payment, product, { about: 'reminder', receivedCents, occasion }, now),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'payment_events')) return
    throw error
  }
}
