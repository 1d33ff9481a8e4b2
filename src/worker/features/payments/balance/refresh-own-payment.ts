import type { CryptoProvider } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { IN_REVIEW, refuse } from '../refusals.ts'
import { isCrypto, wasMade } from '../rules.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { findUnsettledRefund } from '../settlement/store.ts'
import { findOwnPayment, type Payment, type PaymentSeen } from '../store.ts'

export type CryptoPayment = PaymentSeen & { payment: Payment & { paymentProvider: CryptoProvider } }

const paidInCrypto = (seen: PaymentSeen): seen is CryptoPayment => isCrypto(seen.payment)

/**
 * The buyer's own crypto payment, refreshed from its provider: the basis for a decision to move more money.
 * @throws Problem 404, 409; ProviderDown
 */
export async function refreshOwnPayment(
  deps: ShopDeps,
  userId: number,
  id: number,
  now: number,
): Promise<CryptoPayment> {
  const found = await findOwnPayment(deps.db, userId, id)
  if (!found) throw new Problem(404, 'There is no such payment.')
  if (!paidInCrypto(found)) throw refuse('stale', 'This payment was not made in crypto.')
  const { status, flaggedReason } = found.payment
  if (flaggedReason !== null && !wasMade(status)) throw refuse('in-review', IN_REVIEW)
  if (!wasMade(status) && (await findUnsettledRefund(deps.db, id))?.byAdmin)
    throw refuse('stale', 'This payment was refunded. If money is missing, please write to us.')
  if (found.payment.checkoutId === null) return found
  await settlePayment(deps, found, found.payment.checkoutId, 'return', now)
  const after = await findOwnPayment(deps.db, userId, id)
  if (!after || !paidInCrypto(after)) throw new Problem(404, 'There is no such payment.')
  return after
}
