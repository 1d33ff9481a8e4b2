import type { ShopDeps } from '../../http/shop-deps.ts'
import { type Settled, settlePayment } from './settle-payment.ts'
import { findById } from './store.ts'
import type { Source } from './write-settlement.ts'

/** Asks the provider how this payment stands now, and follows it. @throws ProviderDown */
export async function refreshPayment(
  deps: ShopDeps,
  paymentId: number,
  source: Source,
  now: number,
): Promise<Settled> {
  const found = await findById(deps.db, paymentId)
  if (!found || found.payment.paymentId === null) return { outcome: 'ignored', reason: 'no-checkout' }
  return settlePayment(deps, found, found.payment.paymentId, source, now)
}
