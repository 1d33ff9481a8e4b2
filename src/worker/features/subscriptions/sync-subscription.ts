import { and, asc, inArray, lt } from 'drizzle-orm'
import { describeError } from '../../core/describe-error.ts'
import { HOUR } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { followSubscription } from './writes.ts'

/**
 * Brings our row to what the provider says now, so the order in which events arrive does not matter. A subscription we
 * do not hold yet is left to the settlement of its first payment.
 * @throws ProviderDown
 */
export async function syncSubscription(
  deps: { db: Db; provider: PaymentProvider },
  subscriptionId: string,
  now: number,
): Promise<'synced' | 'unknown'> {
  const current = await deps.provider.findSubscription(subscriptionId)
  if (!current) return 'unknown'
  const [row] = await followSubscription(deps.db, current, now).returning({ id: subscriptions.id })
  return row ? 'synced' : 'unknown'
}

/** Subscriptions whose period is over but of whose renewal or end no event told us. */
export async function sweepSubscriptions(
  deps: { db: Db; provider: PaymentProvider },
  now: number,
): Promise<number> {
  const overdue = await deps.db
    .select({ stripeId: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
        lt(subscriptions.currentPeriodEnd, now),
        lt(subscriptions.updatedAt, now - HOUR),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd))
    .limit(20)
  for (const { stripeId } of overdue) {
    if (!stripeId) continue
    try {
      await syncSubscription(deps, stripeId, now)
    } catch (error) {
      console.error(JSON.stringify({ at: 'sweep-subscriptions', stripeId, error: describeError(error) }))
    }
  }
  return overdue.length
}
