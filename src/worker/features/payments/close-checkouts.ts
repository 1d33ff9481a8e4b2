import type { ShopDeps } from '../../http/shop-deps.ts'
import { closeCheckout } from './open-checkout.ts'
import { listOpen } from './store.ts'

/**
 * Makes every open checkout of this buyer unpayable. One that turns out to be paid, or on its way, is settled as always
 * and refused here: its buyer should know of it first.
 * @throws Problem 409 (`data.code` says which), ProviderDown
 */
export async function closeCheckouts(deps: ShopDeps, userId: number, now: number): Promise<void> {
  for (const open of await listOpen(deps.db, userId)) await closeCheckout(deps, open, now)
}
