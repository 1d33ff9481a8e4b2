import { and, asc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { HOUR } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

export async function isKnown(db: Db, stripeSubscriptionId: string): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId))
    .limit(1)
  return rows.length > 0
}

/** Subscriptions whose period is over and that nobody looked at for an hour, longest over first. */
export const listOverdue = (db: Db, now: number, limit: number) =>
  db
    .select({ id: subscriptions.id, stripeId: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
        isNotNull(subscriptions.stripeSubscriptionId),
        lt(subscriptions.currentPeriodEnd, now),
        lt(subscriptions.updatedAt, now - HOUR),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd))
    .limit(limit)
