import type { Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notifyRenewal } from './notify-renewal.ts'
import { followSubscription } from './writes.ts'

/**
 * Brings our row to what the provider says, so the order in which events arrive does not matter: `now` is from before
 * the question, and an answer never overwrites that of a later question. The first to notice a change, be it the owner's
 * click, a webhook or the sweep, notifies the owner; later ones do not.
 * `not-yet`: we have no such subscription; the settlement of its first payment may be under way. `stale`: our row says what
 * was asked for after `now`, perhaps by a machine whose clock is ahead, and does not follow: ask again later. `also` is
 * written with it.
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
