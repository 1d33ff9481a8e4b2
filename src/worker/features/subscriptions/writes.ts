import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import type { ProviderSubscription } from './subscription-state.ts'

const following = (subscription: ProviderSubscription, now: number) => ({
  stripeCustomerId: subscription.customerId,
  status: subscription.status,
  currentPeriodStart: subscription.currentPeriodStart,
  currentPeriodEnd: subscription.currentPeriodEnd,
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  cancelAt: subscription.cancelAt,
  endedAt: subscription.endedAt,
  observedAt: now,
  updatedAt: now,
})

/** The first failure of a row of failures starts the grace period; any other status ends it. */
const pastDueSince = (status: ProviderSubscription['status'], now: number) =>
  status === 'past_due' ? sql`coalesce(${subscriptions.pastDueSince}, ${now})` : null

/**
 * Our row of a subscription the provider holds: new, or brought up to what the provider says. `now` is from before the
 * provider was asked; where a later answer stands already, nothing changes.
 */
export const upsertSubscription = (
  db: Db,
  owner: { userId: number | null; email: string | null; scriptId: number },
  subscription: ProviderSubscription,
  now: number,
) =>
  db
    .insert(subscriptions)
    .values({
      ...owner,
      stripeSubscriptionId: subscription.subscriptionId,
      ...following(subscription, now),
      pastDueSince: subscription.status === 'past_due' ? now : null,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: { ...following(subscription, now), pastDueSince: pastDueSince(subscription.status, now) },
      setWhere: lte(subscriptions.observedAt, now),
    })

/** The same for a row that is there. */
export const followSubscription = (db: Db, subscription: ProviderSubscription, now: number) =>
  db
    .update(subscriptions)
    .set({ ...following(subscription, now), pastDueSince: pastDueSince(subscription.status, now) })
    .where(
      and(
        eq(subscriptions.stripeSubscriptionId, subscription.subscriptionId),
        lte(subscriptions.observedAt, now),
      ),
    )

/** Puts a row that could not be asked about behind the others of the sweep. */
export const postponeSync = (db: Db, id: number, now: number) =>
  db.update(subscriptions).set({ updatedAt: now }).where(eq(subscriptions.id, id))
