import type { ShopDeps } from '../../../http/shop-deps.ts'
import { listWithOpenRefund, listWithUnappliedFunds } from '../balance/store.ts'
import { refuse } from '../refusals.ts'
import { selectOpen } from '../store.ts'
import { closeCheckout } from './open-checkout.ts'

/**
 * Makes every open checkout of this buyer unpayable. Refused where a checkout turns out to be paid or processing: it is
 * settled as usual, and the buyer should see it first. Also refused where the buyer would lose unapplied funds of a
 * crypto payment, or a refund to a wallet that they have yet to name.
 * @throws Problem 409 (`data.code` says which), ProviderDown
 */
export async function closeCheckouts(deps: ShopDeps, userId: number, now: number): Promise<void> {
  for (const open of await selectOpen(deps.db, userId)) await closeCheckout(deps, open, now)
  const [unapplied] = await listWithUnappliedFunds(deps.db, userId)
  if (unapplied) {
    throw refuse(
      'confirming',
      `We still have money that you sent for ${unapplied.product.name}. Get it back in your dashboard first.`,
    )
  }
  const [refunding] = await listWithOpenRefund(deps.db, userId)
  if (!refunding) return
  throw refuse(
    'confirming',
    `Your refund for ${refunding.product.name} is not complete yet. Please wait until it is.`,
  )
}
