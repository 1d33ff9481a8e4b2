import { SECOND } from '#shared/core/time.ts'
import { logError } from '../../../core/log-error.ts'
import type { AccountBatch } from '../../../db/account-batch.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { wasMade } from '../rules.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import type { Payment, PaymentSeen } from '../store.ts'
import { claimCheck } from '../unsettled/writes.ts'
import { findOwnOrder, type Order } from './find-order-file.ts'

/** Minimum time between two requests to the provider about one payment. Pages poll every second or two. */
const MINIMUM_INTERVAL_MS = 1.5 * SECOND

/**
 * Returns the buyer's own payment with its file. While it is open, the provider is asked first, so that the return from the payment
 * page settles it when no webhook has arrived. Where the provider is down, our row is returned as stored.
 * @throws Problem 401 as `batch`
 */
export const checkOwnPayment = (
  deps: ShopDeps,
  batch: AccountBatch,
  reference: number | string,
  now: number,
): Promise<Order | undefined> => checkPayment(deps, () => findOwnOrder(deps.db, batch, reference, now), now)

/** As above for the payment that `find` reads, before and after the provider is asked. */
export async function checkPayment<Seen extends PaymentSeen>(
  deps: ShopDeps,
  find: () => Promise<Seen | undefined>,
  now: number,
): Promise<Seen | undefined> {
  const found = await find()
  if (!found || !isAwaited(found.payment) || found.payment.checkoutId === null) return found
  const [claimed] = await claimCheck(deps.db, found.payment.id, now, MINIMUM_INTERVAL_MS)
  if (!claimed) return found
  try {
    await settlePayment(deps, found, found.payment.checkoutId, 'return', now)
  } catch (error) {
    logError('check-payment', { payment: found.payment.id, error })
    return found
  }
  return find()
}

/** Money may arrive at any moment: for an open checkout, or for the balance after a partial payment. */
const isAwaited = ({ status, receivedCents }: Payment) =>
  status === 'pending' || (!wasMade(status) && receivedCents > 0)
