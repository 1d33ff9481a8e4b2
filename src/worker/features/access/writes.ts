import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { userScripts } from '../../db/schema/access.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

/** What a paid payment gives. Unique per payment: a second one rolls its batch back. */
export const grantPurchase = (
  db: Db,
  grant: { userId: number | null; scriptId: number; paymentId: number; now: number },
) =>
  db.insert(userScripts).values({
    userId: grant.userId,
    scriptId: grant.scriptId,
    accessType: 'purchase',
    paymentId: grant.paymentId,
    purchasedAt: grant.now,
    createdAt: grant.now,
    updatedAt: grant.now,
  })

/** What the first payment of a subscription gives; the subscription's row must be written earlier in the batch. */
export const grantSubscription = (
  db: Db,
  grant: {
    userId: number | null
    scriptId: number
    paymentId: number
    stripeSubscriptionId: string
    now: number
  },
) =>
  db.insert(userScripts).values({
    userId: grant.userId,
    scriptId: grant.scriptId,
    accessType: 'subscription',
    paymentId: grant.paymentId,
    subscriptionId: sql`(${db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.stripeSubscriptionId, grant.stripeSubscriptionId))
      .getSQL()})`,
    purchasedAt: grant.now,
    createdAt: grant.now,
    updatedAt: grant.now,
  })
