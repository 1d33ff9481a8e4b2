import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Db } from '../../../db/client.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { payments } from '../../../db/schema/payments.ts'
import { subscriptions } from '../../../db/schema/subscriptions.ts'

/** Paid periods of a subscription that have not ended, and whose money is with the shop. */
export const listUnusedPeriods = (db: Db, subscriptionId: number, now: number) =>
  db
    .select({
      netCents: sql<number>`${payments.amountCents} - ${payments.refundedCents}`,
      start: payments.periodStart,
      end: payments.periodEnd,
    })
    .from(payments)
    .where(
      and(
        eq(payments.subscriptionId, subscriptionId),
        inArray(payments.status, ['completed', 'partially_refunded']),
        gt(payments.periodEnd, now),
        sql`not exists (select 1 from refunds r where r.payment_id = payments.id
          and r.status in ('review', 'approved', 'pending'))`,
        // Credited to an upgrade already.
        sql`not exists (select 1 from payments u where u.upgraded_subscription_id = payments.subscription_id
          and u.credit_cents > 0 and payments.payment_date <= u.created_at
          and u.status in ('completed', 'partially_refunded', 'disputed'))`,
      ),
    )
    .limit(60)

export const findSubscriptionEnd = (db: Db, id: number) =>
  db
    .select({ currentPeriodEnd: subscriptions.currentPeriodEnd })
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
    .limit(1)

/**
 * Whether money of a payment that the credit of an upgrade came from was refunded or disputed since that order was made,
 * or a refund of it is open.
 */
export async function findReversedCredit(
  db: Db,
  upgrade: { subscriptionId: number; createdAt: number },
): Promise<boolean> {
  const [row] = await db.all<{ yes: number }>(sql`select exists (select 1 from payments p
    where p.subscription_id = ${upgrade.subscriptionId} and p.payment_date <= ${upgrade.createdAt}
      and p.period_end > ${upgrade.createdAt}
      and ((select sum(l.amount_cents) from ledger_entries l where l.payment_id = p.id and l.kind <> 'capture'
          and l.created_at >= ${upgrade.createdAt}) < 0
        or exists (select 1 from refunds r where r.payment_id = p.id
          and r.status in ('review', 'approved', 'pending')))) as yes`)
  return row?.yes === 1
}

/**
 * Trials of Premium that would be charged though their owner bought Lifetime since. Only soon after that purchase: a
 * subscription that its owner resumes later stays resumed.
 */
export const listNeedlessTrials = (db: Db, now: number, limit: number) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        sql`${subscriptions.status} = 'trialing'`,
        gt(subscriptions.trialEndsAt, now),
        eq(subscriptions.scriptId, PREMIUM_ID),
        eq(subscriptions.cancelAtPeriodEnd, false),
        // The + excludes the indexes by product and by status, which have everybody's orders.
        sql`exists (select 1 from payments l where l.user_id = subscriptions.user_id and +l.script_id = ${LIFETIME_ID}
          and +l.status = 'completed' and l.payment_date between subscriptions.created_at and ${now}
          and l.payment_date > ${now - DAY})`,
      ),
    )
    .limit(limit)

/** The paid upgrade that credited the money which was paid for this subscription at `paidAt`. */
export const findUpgradeOf = (
  db: Db,
  { subscriptionId, paidAt }: { subscriptionId: number; paidAt: number },
) =>
  db
    .select({
      paymentId: payments.id,
      productName: sql<string>`${scripts.name}`.as('product_name'),
      amountCents: payments.amountCents,
      email: payments.email,
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(
      and(
        eq(payments.upgradedSubscriptionId, subscriptionId),
        gt(payments.creditCents, 0),
        gte(payments.createdAt, paidAt),
        inArray(payments.status, ['completed', 'partially_refunded', 'disputed']),
      ),
    )
    .limit(1)

/** Upgrades that were paid, and whose subscription was not stopped yet. Repeats the condition of `payments_unended`. */
const isUnended = and(
  isNotNull(payments.upgradedSubscriptionId),
  isNull(payments.upgradeEndedAt),
  isNotNull(payments.paymentDate),
  // The + excludes the index by status, which has all sales.
  sql`+${payments.status} in ('completed', 'partially_refunded', 'disputed')`,
)

const selectUnended = (db: Db) =>
  db.select({ id: payments.id, subscriptionId: payments.upgradedSubscriptionId }).from(payments)

export const findUnended = (db: Db, id: number) =>
  selectUnended(db)
    .where(and(eq(payments.id, id), isUnended))
    .limit(1)

export const listUnended = (db: Db, now: number, limit: number) =>
  selectUnended(db)
    .where(and(isUnended, lte(payments.paymentDate, now)))
    // Those that fail again and again must not hold up new ones.
    .orderBy(desc(payments.id))
    .limit(limit)
