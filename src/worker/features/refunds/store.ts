import { and, asc, desc, eq, getTableColumns, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { RefundStatus } from '#shared/refunds/contract.ts'
import { ofAccount } from '../../db/account-batch.ts'
import type { Filled, In } from '../../db/built-once.ts'
import { aliased, type Db } from '../../db/client.ts'
import { isCredited, isOutsideSale, isSecond, moneyHistory } from '../../db/payment-history.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { payments } from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { REFUND_WINDOW_MS } from './rules.ts'
import { wasRepeated } from './writes.ts'

/** For the payment of the outer query, whose columns a correlated query must name in full. */
const isLatestPeriod = sql`payments.id = (select l.id from payments l
  where l.subscription_id = payments.subscription_id and l.payment_date is not null
  order by l.period_end desc, l.id desc limit 1)`

const renews = sql<boolean>`coalesce(subscriptions.stripe_subscription_id is not null
  and subscriptions.status not in ('canceled', 'incomplete_expired') and ${isLatestPeriod}, 0)`

/** The latest refund of the sale. Refunds of unapplied funds are shown with the money of a crypto payment instead. */
const latestRefund = sql`(select max(r.id) from refunds r where r.payment_id = payments.id and not ${isOutsideSale('r')})`

const yes = (condition: SQL) => sql<boolean>`${condition}`.mapWith(Boolean)

/**
 * A payment with everything that decides about its refund. Earlier refunds are read only within the refund window. May run
 * in a batch.
 */
const selectRefundable = (db: Db, now: In<number>) =>
  db
    .select({
      payment: aliased('payment', getTableColumns(payments)),
      product: aliased('product', getTableColumns(scripts)),
      aside: moneyHistory,
      refund: {
        status: refunds.status,
        amountCents: refunds.amountCents,
        claimUrl: refunds.claimUrl,
        askedBy: refunds.askedBy,
        createdAt: refunds.createdAt,
      },
      repeated: yes(
        sql`case when payments.payment_date >= ${now} - ${REFUND_WINDOW_MS} then ${wasRepeated} else 0 end`,
      ),
      renews: yes(renews),
      credited: yes(isCredited),
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .leftJoin(refunds, eq(refunds.id, latestRefund))

export type RefundablePayment = Awaited<ReturnType<typeof selectRefundable>>[number]

type Page = { before: number; rows: number; now: number }

/** The account's payments that moved money, with ids below `before`, newest first. */
export const purchasesOf = ofAccount(
  (db, userId, { before, rows, now }: Filled<Page>) =>
    [
      selectRefundable(db, now)
        .where(and(eq(payments.userId, userId), isNotNull(payments.paymentDate), lt(payments.id, before)))
        .orderBy(desc(payments.id))
        .limit(rows as never),
    ] as const,
)

/** Undefined for another user's payment, and for one without a payment date. */
export async function findOwnPurchase(
  db: Db,
  userId: number,
  id: number,
  now: number,
): Promise<RefundablePayment | undefined> {
  const [row] = await selectRefundable(db, now)
    .where(and(eq(payments.id, id), eq(payments.userId, userId), isNotNull(payments.paymentDate)))
    .limit(1)
  return row
}

const holdsAccess = sql`case when payments.subscription_id is null
  then exists (select 1 from user_scripts g where g.payment_id = payments.id and g.is_active = 1)
  else exists (select 1 from user_scripts g where g.subscription_id = payments.subscription_id and g.is_active = 1)
    and case when (select s.stripe_subscription_id from subscriptions s where s.id = payments.subscription_id) is null
      then not exists (select 1 from payments o where o.subscription_id = payments.subscription_id
        and o.id <> payments.id and o.payment_date is not null and o.status not in ('refunded', 'disputed'))
      else ${isLatestPeriod} end
  end`

const hasLicence = sql`exists (select 1 from user_scripts g join licences l on l.grant_id = g.id
    where g.payment_id = payments.id and l.revoked_at is null)
  or exists (select 1 from user_scripts g join licences l on l.grant_id = g.id
    where g.subscription_id = payments.subscription_id and l.revoked_at is null)`

const hasCommission = sql`exists (select 1 from referrals r where r.payment_id = payments.id
  and r.kind = 'commission' and r.status <> 'cancelled')`

const hasCoupon = sql`exists (select 1 from coupon_usages u where u.payment_id = payments.id and u.state <> 'released')`

/** Any user's payment, with everything that depends on it. For admins. */
export async function findAttached(db: Db, paymentId: number) {
  const [row] = await db
    .select({
      payment: payments,
      product: scripts,
      attached: {
        renews: yes(renews),
        holdsAccess: yes(holdsAccess),
        hasLicence: yes(hasLicence),
        hasCommission: yes(hasCommission),
        hasCoupon: yes(hasCoupon),
      },
      open: yes(
        sql`exists (select 1 from refunds r where r.payment_id = payments.id and r.status in ('review', 'approved', 'pending'))`,
      ),
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(eq(payments.id, paymentId))
    .limit(1)
  return row
}

const selectRefunds = (db: Db) =>
  db
    .select({ refund: refunds, payment: payments, productName: scripts.name })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))

export type RefundWithPayment = Awaited<ReturnType<typeof listRefunds>>[number]

/** Newest first; one row more than `limit`. */
export const listRefunds = (
  db: Db,
  status: RefundStatus | undefined,
  page: { limit: number; cursor?: number | undefined },
) =>
  selectRefunds(db)
    .where(
      and(
        status === undefined ? undefined : eq(refunds.status, status),
        // Always bounded, so that the query uses the primary key and never scans the whole table.
        lt(refunds.id, page.cursor ?? Number.MAX_SAFE_INTEGER),
      ),
    )
    .orderBy(desc(refunds.id))
    .limit(page.limit + 1)

export async function findRefund(db: Db, id: number): Promise<RefundWithPayment | undefined> {
  const [row] = await selectRefunds(db).where(eq(refunds.id, id)).limit(1)
  return row
}

export async function findRefundByReference(
  db: Db,
  reference: string,
): Promise<RefundWithPayment | undefined> {
  const [row] = await selectRefunds(db).where(eq(refunds.reference, reference)).limit(1)
  return row
}

/** Approved refunds of second payments that are due, at most 5. */
export const listDueOfSecondPayments = (db: Db, now: number) =>
  db
    .select({ reference: refunds.reference })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(lte(refunds.nextAttemptAt, now), eq(refunds.status, 'approved'), isSecond('payments')))
    .orderBy(asc(refunds.nextAttemptAt))
    .limit(5)

/** Refunds that the sweep resumes, longest waiting first. */
export const listDue = (db: Db, now: number, limit: number) =>
  db
    .select({ id: refunds.id, reference: refunds.reference, status: refunds.status })
    .from(refunds)
    .where(lte(refunds.nextAttemptAt, now))
    .orderBy(asc(refunds.nextAttemptAt))
    .limit(limit)
