import type { ShopDeps } from '../../http/shop-deps.ts'
import { changeRenewal } from './change-renewal.ts'
import { listChargeable } from './store.ts'

/**
 * Stops all renewals of this user. Paid periods continue to their end. Safe to repeat. Returns the number of stopped
 * renewals.
 * @throws Problem 409 where the provider does not accept it; ProviderDown
 */
export async function stopRenewals(deps: ShopDeps, userId: number, now: number): Promise<number> {
  const renewing = (await listChargeable(deps.db, userId)).filter(({ isEnding }) => !isEnding)
  for (const { id } of renewing) await changeRenewal(deps, userId, id, 'cancel', now)
  return renewing.length
}
