import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { Source } from '../rules.ts'
import { findById } from '../store.ts'
import type { Settled } from './rules.ts'
import { settlePayment } from './settle-payment.ts'

/** Asks the provider for the current state of this payment and applies it. @throws ProviderDown */
export async function refreshPayment(
  deps: ShopDeps,
  paymentId: number,
  source: Source,
  now: number,
): Promise<Settled> {
  const found = await findById(deps.db, paymentId)
  if (!found || found.payment.checkoutId === null) return { outcome: 'ignored', reason: 'no-checkout' }
  return settlePayment(deps, found, found.payment.checkoutId, source, now)
}
