import { and, asc, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { emailIdentity, emailKey } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import { inList } from '../../../db/in-list.ts'
import { payments } from '../../../db/schema/payments.ts'
import { subscriptions } from '../../../db/schema/subscriptions.ts'
import type { Payment } from '../store.ts'

/** The owner of prepaid months: an account, or without one an email address. */
export type PrepaidOwner = Pick<Payment, 'userId' | 'email' | 'scriptId'>

/**
 * Selects the id of this owner's prepaid subscription to the product; several ids where guest purchases were attached
 * since. A subscription with a revoked grant (merged into another one, or of a deleted account) is left out.
 */
export function prepaidIds({ userId, email, scriptId }: PrepaidOwner): SQL {
  const ofAddress = sql`s.id in (select p.subscription_id from payments p
    where p.email_identity = ${emailIdentity(email ?? '')} and lower(p.email) = ${emailKey(email ?? '')})`
  const own = userId === null ? sql`s.user_id is null and ${ofAddress}` : sql`s.user_id = ${userId}`
  return sql`select s.id from subscriptions s
    where ${own} and s.script_id = ${scriptId} and s.stripe_subscription_id is null
      and not exists (select 1 from user_scripts g where g.subscription_id = s.id and g.status = 'revoked')`
}

/** Oldest first. */
export const listPrepaid = (db: Db, which: SQL) =>
  db.select().from(subscriptions).where(sql`${subscriptions.id} in (${which})`).orderBy(asc(subscriptions.id))

/** Every payment of these subscriptions that was made, including refunded and disputed ones. */
export const listMonths = (db: Db, subscriptionIds: number[]) =>
  db
    .select({
      id: payments.id,
      status: payments.status,
      provider: payments.paymentProvider,
      paidAt: sql<number>`${payments.paymentDate}`.as('paid_at'),
      subscriptionId: payments.subscriptionId,
      start: payments.periodStart,
      end: payments.periodEnd,
    })
    .from(payments)
    .where(and(inList(payments.subscriptionId, subscriptionIds), isNotNull(payments.paymentDate)))
    .orderBy(asc(payments.paymentDate), asc(payments.id))

/** Owners of two active prepaid subscriptions to one product, of which one ends up to the instant `before`. */
export const listDuplicatePrepaid = (db: Db, before: number, limit: number) => {
  const other = alias(subscriptions, 'other')
  return (
    db
      .selectDistinct({ userId: subscriptions.userId, scriptId: subscriptions.scriptId })
      .from(subscriptions)
      .innerJoin(
        other,
        and(
          eq(other.userId, subscriptions.userId),
          eq(other.scriptId, subscriptions.scriptId),
          ne(other.id, subscriptions.id),
          // The + leaves the index by owner as the only one.
          sql`+${other.stripeSubscriptionId} is null`,
          sql`+${other.status} = 'active'`,
        ),
      )
      .where(
        and(
          isNull(subscriptions.stripeSubscriptionId),
          sql`${subscriptions.status} = 'active'`,
          gt(subscriptions.currentPeriodEnd, 0),
          lte(subscriptions.currentPeriodEnd, before),
        ),
      )
      // In the order of the index, which SQLite prefers for it.
      .orderBy(asc(subscriptions.currentPeriodEnd))
      .limit(limit)
  )
}
