import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { outbox } from '../../db/schema/notifications.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { HEAD_START_MS } from '../notifications/writes.ts'
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

/**
 * Owes its owner the news of a change, unless somebody else wrote that change a moment ago or saw a later one: of many
 * who notice at once one tells.
 */
export const oweRenewalMessages = (
  db: Db,
  debt: {
    key: string
    userId: number
    messages: UserMessage[]
    before: Pick<typeof subscriptions.$inferSelect, 'id' | 'status' | 'cancelAtPeriodEnd'>
    now: number
  },
) => {
  const { id, status, cancelAtPeriodEnd } = debt.before
  const payload = JSON.stringify({ userId: debt.userId, messages: debt.messages })
  return db
    .insert(outbox)
    .select(
      db
        .select({
          id: sql<number>`null`.as('id'),
          key: sql<string>`${debt.key}`.as('key'),
          topic: sql<'user'>`'user'`.as('topic'),
          payload: sql<unknown>`${payload}`.as('payload'),
          createdAt: sql<number>`${debt.now}`.as('created_at'),
          nextAttemptAt: sql<number>`${debt.now + HEAD_START_MS}`.as('next_attempt_at'),
          attempts: sql<number>`0`.as('attempts'),
          dispatchedAt: sql<number | null>`null`.as('dispatched_at'),
          lastError: sql<string | null>`null`.as('last_error'),
        })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.id, id),
            eq(subscriptions.status, status),
            eq(subscriptions.cancelAtPeriodEnd, cancelAtPeriodEnd),
            lte(subscriptions.observedAt, debt.now),
          ),
        ),
    )
    .onConflictDoNothing()
}

/** The provider does not know it any more: nothing is left that could renew. */
export const markEnded = (db: Db, id: number, now: number) =>
  db
    .update(subscriptions)
    .set({ status: 'canceled', endedAt: now, observedAt: now, updatedAt: now })
    .where(eq(subscriptions.id, id))

/** Puts a row that could not be asked about behind the others of the sweep. */
export const postponeSync = (db: Db, id: number, now: number) =>
  db.update(subscriptions).set({ updatedAt: now }).where(eq(subscriptions.id, id))
