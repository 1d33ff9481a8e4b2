import { isOver } from '#shared/subscriptions/rules.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { findFollowed, listChargeable } from './store.ts'
import type { ProviderSubscription } from './subscription-state.ts'
import { syncSubscription } from './sync-subscription.ts'
import { markEnded } from './writes.ts'

/**
 * Ends everything of this user that could be charged again, at once. The provider is asked before anything else: once
 * this returns nobody pays any more. Safe to repeat. Returns how many it ended.
 * @throws ProviderDown: what was ended until then has ended
 */
export async function endSubscriptions(deps: ShopDeps, userId: number): Promise<number> {
  const running = await listChargeable(deps.db, userId)
  for (const { id, stripeId } of running) {
    if (stripeId === null) continue
    await deps.providers.stripe.cancelNow(stripeId)
    const asked = Date.now()
    const outcome = await syncSubscription(deps, stripeId, asked)
    if (outcome === 'gone') await markEnded(deps.db, id, asked)
  }
  return running.length
}

/** It may have been ended before its row was written here, or without our hearing of it. */
async function runsHere({ db }: ShopDeps, subscriptionId: string): Promise<boolean> {
  const known = await findFollowed(db, subscriptionId)
  return known !== undefined && !isOver(known.subscription.status)
}

/** Ends a subscription whose running period was refunded. Safe to repeat. @throws ProviderDown */
export async function endReversed(
  deps: ShopDeps,
  { subscriptionId, status }: ProviderSubscription,
): Promise<void> {
  if (!isOver(status)) await deps.providers.stripe.cancelNow(subscriptionId)
  else if (!(await runsHere(deps, subscriptionId))) return
  await syncSubscription(deps, subscriptionId, Date.now())
}
