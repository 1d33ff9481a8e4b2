import type { ShopDeps } from '../../http/shop-deps.ts'
import { closeCheckout, refuse } from './open-checkout.ts'
import { listHeld, listOpen } from './store.ts'

/**
 * Makes every open checkout of this buyer unpayable. One that turns out to be paid, or on its way, is settled as always
 * and refused here: its buyer should know of it first. So should who would lose a part that was paid in crypto.
 * @throws Problem 409 (`data.code` says which), ProviderDown
 */
export async function closeCheckouts(deps: ShopDeps, userId: number, now: number): Promise<void> {
  for (const open of await listOpen(deps.db, userId)) await closeCheckout(deps, open, now)
  const [held] = await listHeld(deps.db, userId)
  if (!held) return
  throw refuse(
    'confirming',
    `A part of a payment for ${held.product.name} lies here. Get it back in your dashboard first.`,
  )
}
