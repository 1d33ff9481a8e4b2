import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

/** The subscription of a renewal, with the referrer of its first payment. */
export const findRenewed = (db: Db, stripeSubscriptionId: string) =>
  db
    .select({
      id: subscriptions.id,
      userId: subscriptions.userId,
      email: subscriptions.email,
      scriptId: subscriptions.scriptId,
      referrerId: sql<number | null>`(select p.referrer_id from payments p
        where p.subscription_id = subscriptions.id order by p.id limit 1)`.as('referrer_id'),
    })
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId))
    .limit(1)

/**
 * A subscription that ended because another payment of it was refunded or disputed, because its owner withdrew from its
 * trial, or because its account was deleted, as opposed to one that its owner, an admin or the provider ended.
 */
export const findEndedByShop = (db: Db, stripeSubscriptionId: string) =>
  db
    .select({ endedAt: subscriptions.endedAt })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId),
        eq(subscriptions.status, 'canceled'),
        sql`(exists (select 1 from payments p where p.subscription_id = subscriptions.id and p.status in ('refunded', 'disputed'))
          or exists (select 1 from payments p join contract_withdrawals w on w.payment_id = p.id
            where p.subscription_id = subscriptions.id)
          or exists (select 1 from users u where u.id = subscriptions.user_id and u.deleted_at is not null))`,
      ),
    )
    .limit(1)

/** The Stripe id of a subscription; null where it has none. */
export async function findStripeId(db: Db, subscriptionId: number): Promise<string | null> {
  const [row] = await db
    .select({ stripeId: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
    .limit(1)
  return row?.stripeId ?? null
}

/** The user's own subscription. No row for another user's subscription. */
export const findOwnSubscription = (db: Db, userId: number, id: number) =>
  db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)))
    .limit(1)
