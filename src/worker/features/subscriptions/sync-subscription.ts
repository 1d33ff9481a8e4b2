import { describeError } from '../../core/describe-error.ts'
import { commit } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { renewalMessages } from './renewal-messages.ts'
import { findByStripeId, listOverdue } from './store.ts'
import { followSubscription, oweRenewalMessages, postponeSync } from './writes.ts'

/**
 * Brings our row to what the provider says, so the order in which events arrive does not matter: `now` is from before
 * the question, and an answer never overwrites that of a later question. Whoever notices a change first, the owner's
 * own click, a webhook or the sweep, tells the owner's screens, and nobody after it does.
 * `not-yet`: we hold no such subscription; the settlement of its first payment may be under way.
 * @throws ProviderDown
 */
export async function syncSubscription(
  deps: ShopDeps,
  subscriptionId: string,
  now: number,
): Promise<'synced' | 'not-yet' | 'gone'> {
  const current = await deps.providers.stripe.findSubscription(subscriptionId)
  if (!current) return 'gone'
  const known = await findByStripeId(deps.db, subscriptionId)
  if (!known) return 'not-yet'
  const { subscription: before, product } = known
  const messages = renewalMessages({ id: before.id, productName: product.name }, before, current, now)
  const follow = followSubscription(deps.db, current, now)
  if (before.userId === null || messages.length === 0) {
    await follow
    return 'synced'
  }
  const key = `subscription:${before.id}:${now}`
  const debt = { key, userId: before.userId, messages, before, now }
  // The debt first: it is written only while the row still is as it was read.
  await commit(deps.db, [oweRenewalMessages(deps.db, debt), follow])
  deps.later(dispatchKeys(deps.env, deps.db, [key], now))
  return 'synced'
}

/** Subscriptions whose period is over but of whose renewal or end no event told us. One that fails waits its turn. */
export async function sweepSubscriptions(deps: ShopDeps, now: number): Promise<number> {
  const overdue = await listOverdue(deps.db, now, 20)
  for (const { id, stripeId } of overdue) {
    try {
      const outcome = stripeId ? await syncSubscription(deps, stripeId, now) : 'gone'
      if (outcome !== 'synced') await postponeSync(deps.db, id, now)
    } catch (error) {
      console.error(JSON.stringify({ at: 'sweep-subscriptions', stripeId, error: describeError(error) }))
      await postponeSync(deps.db, id, now)
    }
  }
  return overdue.length
}
