import type { Subscription } from '#shared/subscriptions/contract.ts'
import { endingOf, isOver, refuseChange } from '#shared/subscriptions/rules.ts'
import { Problem } from '../../core/problem.ts'
import type { Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { ProviderRefused } from '../../providers/payment-provider.ts'
import { findAny, findOwn, type SubscriptionRow } from './store.ts'
import { syncSubscription } from './sync-subscription.ts'
import { toSubscription } from './views.ts'

/** `end` ends the subscription at once, even in a paid period. */
type RenewalAction = 'cancel' | 'resume' | 'end'

/**
 * Cancels a subscription, or undoes the cancellation. The change is made at the provider first, because the provider
 * charges. Our row is then updated from the provider. Safe to repeat.
 * @throws Problem 404, 409 where the subscription has ended; ProviderDown
 */
export async function changeRenewal(
  deps: ShopDeps,
  userId: number,
  id: number,
  action: 'cancel' | 'resume',
  now: number,
): Promise<Subscription> {
  const found = await findOwn(deps.db, userId, id)
  if (!found) throw new Problem(404, 'There is no such subscription.')
  await change(deps, found.subscription, action, now)
  const after = await findOwn(deps.db, userId, id)
  if (!after) throw new Problem(404, 'There is no such subscription.')
  return toSubscription(after, userId)
}

/**
 * The same by an admin for any account, and at once where the action is `end`. The owner is notified as usual. `note`
 * is written in the batch of the change, or not at all.
 * @throws Problem 404, 409; ProviderDown
 */
export async function changeForOwner(
  deps: ShopDeps,
  id: number,
  action: RenewalAction,
  note: (before: SubscriptionRow) => Write,
  now: number,
): Promise<void> {
  const found = await findAny(deps.db, id)
  if (!found) throw new Problem(404, 'There is no such subscription.')
  await change(deps, found, action, now, [note(found)])
}

/**
 * Stops the renewal of a subscription that an upgrade replaces. Safe to repeat: does nothing where it does not renew.
 * @throws ProviderDown; Problem 409 the provider refuses
 */
export async function stopForUpgrade(deps: ShopDeps, id: number, now: number): Promise<void> {
  const found = await findAny(deps.db, id)
  if (!found || found.cancelAtPeriodEnd || refuseChange(found, 'cancel', now) !== null) return
  await change(deps, found, 'cancel', now)
}

async function change(
  deps: ShopDeps,
  subscription: SubscriptionRow,
  action: RenewalAction,
  now: number,
  also: Write[] = [],
): Promise<void> {
  const refusal = refuseChange(subscription, action, now)
  if (refusal) throw new Problem(409, refusal)
  const stripeId = subscription.stripeSubscriptionId ?? ''
  const refused = await changeAtProvider(deps, stripeId, subscription, action)
  // Not `now`: a request between `now` and the change would otherwise count as later than this one.
  await syncSubscription(deps, stripeId, Date.now(), refused ? [] : also)
  const after = await findAny(deps.db, subscription.id)
  if (!after) throw new Problem(404, 'There is no such subscription.')
  if (refused || (action === 'resume' && isOver(after.status)))
    throw new Problem(409, refuseChange(after, action, now) ?? NOT_CHANGEABLE)
}

const NOT_CHANGEABLE =
  'The payment provider did not accept this change. Nothing was changed; please write to support.'

/** Returns true where the provider refuses the change: our row may be out of date. */
async function changeAtProvider(
  { providers }: ShopDeps,
  stripeId: string,
  { status }: SubscriptionRow,
  action: RenewalAction,
): Promise<boolean> {
  try {
    const atOnce = action === 'end' || (action === 'cancel' && endingOf(status) === 'now')
    if (atOnce) await providers.stripe.cancelNow(stripeId)
    else await providers.stripe.setCancelAtPeriodEnd(stripeId, action === 'cancel')
    return false
  } catch (error) {
    if (error instanceof ProviderRefused) return true
    throw error
  }
}
