import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { userScripts } from '../../db/schema/access.ts'

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

/**
 * What the first payment of a subscription gives; a later one finds the grant there. The payment's row must be linked to
 * its subscription earlier in the batch.
 */
export const grantSubscription = (
  db: Db,
  grant: { userId: number | null; scriptId: number; paymentId: number; now: number },
) =>
  db
    .insert(userScripts)
    .values({
      userId: grant.userId,
      scriptId: grant.scriptId,
      accessType: 'subscription',
      paymentId: grant.paymentId,
      subscriptionId: sql`(select p.subscription_id from payments p where p.id = ${grant.paymentId})`,
      purchasedAt: grant.now,
      createdAt: grant.now,
      updatedAt: grant.now,
    })
    .onConflictDoNothing({ target: userScripts.subscriptionId })

/** What another subscription's grant took over. */
export const revokeSubscription = (db: Db, subscriptionId: number, now: number) =>
  db
    .update(userScripts)
    .set({ status: 'revoked', isActive: false, updatedAt: now })
    .where(eq(userScripts.subscriptionId, subscriptionId))

/**
 * Brings what a payment gave to how the payment stands by now; written after the payment in its batch. A subscription's
 * grant follows the payment of the latest period; of months paid in advance any one that was not given back keeps it:
 * how far they reach stands in the subscription. What an admin revoked stays revoked.
 */
export function restateGrant(db: Db, paymentId: number, now: number): Write[] {
  const own = sql`(select p.status from payments p where p.id = ${paymentId})`
  const subscriptionId = sql`(select p.subscription_id from payments p where p.id = ${paymentId})`
  const latest = sql`(select p.status from payments p
    where p.subscription_id = ${subscriptionId} and p.payment_date is not null
    order by case when (select s.stripe_subscription_id from subscriptions s where s.id = ${subscriptionId}) is null
      then p.status in ('refunded', 'disputed') else 0 end, p.period_end desc, p.id desc limit 1)`
  const restate = (status: SQL, which: SQL | undefined) =>
    db
      .update(userScripts)
      .set({ ...following(status), updatedAt: now })
      .where(and(which, ne(userScripts.status, 'revoked')))
  return [
    restate(own, and(eq(userScripts.paymentId, paymentId), isNull(userScripts.subscriptionId))),
    restate(latest, eq(userScripts.subscriptionId, subscriptionId)),
  ]
}

function following(paymentStatus: SQL) {
  const status = sql<'active'>`case ${paymentStatus} when 'refunded' then 'refunded' when 'disputed' then 'disputed' else 'active' end`
  return { status, isActive: sql<boolean>`${status} = 'active'` }
}
