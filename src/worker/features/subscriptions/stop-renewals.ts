import type { ShopDeps } from '../../http/shop-deps.ts'
import { changeRenewal } from './change-renewal.ts'
import { listChargeable } from './store.ts'

/**
 * Nothing of this user renews itself any more; what is paid runs to its end. Safe to repeat. Returns how many it stopped.
 * @throws Problem 409 where the provider does not accept it; ProviderDown
 */
export async function stopRenewals(deps: ShopDeps, userId: number, now: number): Promise<number> {
  const renewing = (await listChargeable(deps.db, userId)).filter(({ isEnding }) => !isEnding)
  for (const { id } of renewing) await changeRenewal(deps, userId, id, 'cancel', now)
  return renewing.length
}
