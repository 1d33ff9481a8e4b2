import { SECOND } from '#shared/core/time.ts'
import { logError } from '../../../core/log-error.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { wasMade } from '../rules.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { findOwnPayment, type Payment, type PaymentSeen } from '../store.ts'
import { claimCheck } from '../unsettled/writes.ts'

/** Pages poll every second or two; the provider is asked no more often than this. */
const MINIMUM_INTERVAL_MS = 1.5 * SECOND

/**
 * The buyer's own payment, asked at the provider first while it is open: the return from the payment page settles it
 * when no webhook has come. The provider being down only means that the answer is as old as our row.
 */
export async function checkOwnPayment(
  deps: ShopDeps,
  userId: number,
  reference: number | string,
  now: number,
): Promise<PaymentSeen | undefined> {
  const found = await findOwnPayment(deps.db, userId, reference)
  if (!found || !isAwaited(found.payment) || found.payment.checkoutId === null) return found
  const [claimed] = await claimCheck(deps.db, found.payment.id, now, MINIMUM_INTERVAL_MS)
  if (!claimed) return found
  try {
    await settlePayment(deps, found, found.payment.checkoutId, 'return', now)
  } catch (error) {
    logError('check-payment', { payment: found.payment.id, error })
    return found
  }
  return findOwnPayment(deps.db, userId, found.payment.id)
}

/** Money may come at any moment: for an open checkout, or for the balance after a partial payment. */
const isAwaited = ({ status, receivedCents }: Payment) =>
  status === 'pending' || (!wasMade(status) && receivedCents > 0)
