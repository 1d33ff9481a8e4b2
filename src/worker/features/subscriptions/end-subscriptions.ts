import { isOver } from '#shared/subscriptions/rules.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { findAny, findFollowed, listChargeable } from './store.ts'
import type { ProviderSubscription } from './subscription-state.ts'
import { syncSubscription } from './sync-subscription.ts'
import { markEnded } from './writes.ts'

/**
 * Ends every subscription of this user that could be charged again, at once and at the provider first: after the return
 * nothing more is charged. Safe to repeat. Returns the number of these subscriptions.
 * @throws ProviderDown: subscriptions that were ended before the error stay ended
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

/** True where our row has not ended: the provider may have ended it before that row, or the event was lost. */
async function runsHere({ db }: ShopDeps, subscriptionId: string): Promise<boolean> {
  const known = await findFollowed(db, subscriptionId)
  return known !== undefined && !isOver(known.subscription.status)
}

/** Ends this subscription now, at the provider first. Safe to repeat. @throws ProviderDown */
export async function endAtOnce(deps: ShopDeps, id: number): Promise<void> {
  const found = await findAny(deps.db, id)
  if (!found?.stripeSubscriptionId || isOver(found.status)) return
  await deps.providers.stripe.cancelNow(found.stripeSubscriptionId)
  await syncSubscription(deps, found.stripeSubscriptionId, Date.now())
}

/** Ends a subscription whose current period was refunded. Safe to repeat. @throws ProviderDown */
export async function endReversed(
  deps: ShopDeps,
  { subscriptionId, status }: ProviderSubscription,
): Promise<void> {
  if (!isOver(status)) await deps.providers.stripe.cancelNow(subscriptionId)
  else if (!(await runsHere(deps, subscriptionId))) return
  await syncSubscription(deps, subscriptionId, Date.now())
}
