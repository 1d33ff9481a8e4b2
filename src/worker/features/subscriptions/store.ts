import { and, asc, desc, eq, inArray, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import { HOUR } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type SubscriptionWithProduct = {
  subscription: SubscriptionRow
  product: typeof scripts.$inferSelect
  /** What its first payment was asked for, before any coupon. */
  monthlyCents: number
}

/** Named in full: inside a correlated query drizzle would leave the table's name out. */
const agreedCents = sql<number>`coalesce((select p.original_cents from payments p where p.subscription_id = subscriptions.id order by p.id limit 1), scripts.price_cents)`

const selectSubscriptions = (db: Db) =>
  db
    .select({ subscription: subscriptions, product: scripts, monthlyCents: agreedCents })
    .from(subscriptions)
    .innerJoin(scripts, eq(scripts.id, subscriptions.scriptId))

export async function findByStripeId(
  db: Db,
  stripeSubscriptionId: string,
): Promise<SubscriptionWithProduct | undefined> {
  const [row] = await selectSubscriptions(db)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId))
    .limit(1)
  return row
}

/** A stranger's subscription is absent. */
export async function findOwn(
  db: Db,
  userId: number,
  id: number,
): Promise<SubscriptionWithProduct | undefined> {
  const [row] = await selectSubscriptions(db)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)))
    .limit(1)
  return row
}

/** Newest first; one row more than `limit`. */
export const listOwn = (db: Db, userId: number, page: { limit: number; cursor?: number | undefined }) =>
  selectSubscriptions(db)
    .where(
      and(
        eq(subscriptions.userId, userId),
        page.cursor === undefined ? undefined : lt(subscriptions.id, page.cursor),
      ),
    )
    .orderBy(desc(subscriptions.id))
    .limit(page.limit + 1)

/** Everything of this user that the provider may still charge for. */
export const listChargeable = (db: Db, userId: number) =>
  db
    .select({ id: subscriptions.id, stripeId: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNotNull(subscriptions.stripeSubscriptionId),
        notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
      ),
    )

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
