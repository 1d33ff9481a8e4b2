import type { ShopDeps } from '../../http/shop-deps.ts'
import { closeCheckout, refuse } from './open-checkout.ts'
import { listHeld, listOpen, listReturning } from './store.ts'

/**
 * Makes every open checkout of this buyer unpayable. One that turns out to be paid, or on its way, is settled as always
 * and refused here: its buyer should know of it first. So should who would lose money that was paid in crypto: a part, what
 * was too much, or what goes back to a wallet that they have yet to name.
 * @throws Problem 409 (`data.code` says which), ProviderDown
 */
export async function closeCheckouts(deps: ShopDeps, userId: number, now: number): Promise<void> {
  for (const open of await listOpen(deps.db, userId)) await closeCheckout(deps, open, now)
  const [held] = await listHeld(deps.db, userId)
  if (held) {
    throw refuse(
      'confirming',
      `Money that you sent for ${held.product.name} lies here. Get it back in your dashboard first.`,
    )
  }
  const [returning] = await listReturning(deps.db, userId)
  if (!returning) return
  throw refuse(
    'confirming',
    `A refund for ${returning.product.name} is under way, and you will be told where to claim it. Please wait for that.`,
  )
}
