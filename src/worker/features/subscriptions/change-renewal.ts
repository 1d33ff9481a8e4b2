import { Problem } from '../../core/problem.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { ProviderRefused } from '../../providers/payment-provider.ts'
import type { Subscription } from './contract.ts'
import { endingOf, isOver, refuseChange } from './rules.ts'
import { findOwn, type SubscriptionRow } from './store.ts'
import { syncSubscription } from './sync-subscription.ts'
import { toSubscription } from './views.ts'

type Wish = 'cancel' | 'resume'

/**
 * Cancels a subscription, or takes the cancellation back. The provider, who charges, is told first; our row then follows
 * what it says. Safe to repeat: what is so already stays so.
 * @throws Problem 404, 409 where it has ended; ProviderDown
 */
export async function changeRenewal(
  deps: ShopDeps,
  userId: number,
  id: number,
  wish: Wish,
  now: number,
): Promise<Subscription> {
  const found = await findOwn(deps.db, userId, id)
  if (!found) throw new Problem(404, 'There is no such subscription.')
  const { subscription } = found
  const refusal = refuseChange(subscription, wish, now)
  if (refusal) throw new Problem(409, refusal)
  const stripeId = subscription.stripeSubscriptionId ?? ''
  const refused = await tellProvider(deps, stripeId, subscription, wish)
  // Not `now`: somebody may have asked between then and the change, and must not count as the later question.
  await syncSubscription(deps, stripeId, Date.now())
  const after = await findOwn(deps.db, userId, id)
  if (!after) throw new Problem(404, 'There is no such subscription.')
  if (refused || (wish === 'resume' && isOver(after.subscription.status)))
    throw new Problem(409, refuseChange(after.subscription, wish, now) ?? NOT_CHANGEABLE)
  return toSubscription(after, userId)
}

const NOT_CHANGEABLE =
  'The payment provider did not accept this change. Nothing was changed; please write to support.'

/** True where the provider will not do it: our row may be behind what it knows. */
async function tellProvider(
  { providers }: ShopDeps,
  stripeId: string,
  { status }: SubscriptionRow,
  wish: Wish,
): Promise<boolean> {
  try {
    if (wish === 'cancel' && endingOf(status) === 'now') await providers.stripe.cancelNow(stripeId)
    else await providers.stripe.setCancelAtPeriodEnd(stripeId, wish === 'cancel')
    return false
  } catch (error) {
    if (error instanceof ProviderRefused) return true
    throw error
  }
}
