import type { Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notifyRenewal } from './notify-renewal.ts'
import { followSubscription } from './writes.ts'

/**
 * Updates our row from the provider, so the order in which events arrive does not matter. `now` is from before the
 * request: an answer never overwrites the answer to a later request. The first handler that sees a change (the owner's
 * click, a webhook, the sweep) notifies the owner; later ones do not.
 * `not-yet`: we have no such subscription; the settlement of its first payment may be under way. `gone`: the provider
 * has none. `stale`: our row has the answer to a request after `now`, perhaps from a machine whose clock is ahead, and
 * is not updated: retry later. `also` is written in the same batch.
 * @throws ProviderDown
 */
export async function syncSubscription(
  deps: ShopDeps,
  subscriptionId: string,
  now: number,
  also: Write[] = [],
): Promise<'synced' | 'not-yet' | 'gone' | 'stale'> {
  const current = await deps.providers.stripe.findSubscription(subscriptionId)
  if (!current) return 'gone'
  const { known, isStale, writes } = await notifyRenewal(deps.db, current, now)
  if (!known) return 'not-yet'
  await commitAndDispatch(deps, [...writes, followSubscription(deps.db, current, now), ...also], now)
  return isStale ? 'stale' : 'synced'
}
