import { describeError } from '../../core/describe-error.ts'
import type { Db } from '../../db/client.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { isKnown, listOverdue } from './store.ts'
import { followSubscription, postponeSync } from './writes.ts'

/**
 * Brings our row to what the provider says, so the order in which events arrive does not matter: `now` is from before
 * the question, and an answer never overwrites that of a later question.
 * `not-yet`: we hold no such subscription; the settlement of its first payment may be under way.
 * @throws ProviderDown
 */
export async function syncSubscription(
  deps: { db: Db; provider: PaymentProvider },
  subscriptionId: string,
  now: number,
): Promise<'synced' | 'not-yet' | 'gone'> {
  const current = await deps.provider.findSubscription(subscriptionId)
  if (!current) return 'gone'
  await followSubscription(deps.db, current, now)
  return (await isKnown(deps.db, subscriptionId)) ? 'synced' : 'not-yet'
}

/** Subscriptions whose period is over but of whose renewal or end no event told us. One that fails waits its turn. */
export async function sweepSubscriptions(
  deps: { db: Db; provider: PaymentProvider },
  now: number,
): Promise<number> {
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
