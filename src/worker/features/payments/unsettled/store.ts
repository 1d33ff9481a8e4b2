import { asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { wasClosedAsRefunded } from '../../../db/payment-history.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { payments } from '../../../db/schema/payments.ts'
import { type PaymentWithProduct, selectPayments } from '../store.ts'

/**
 * Ids of the payments that are not final: open, flagged, or still checked though closed. Each branch reads only such
 * rows, by an index, which is named where SQLite would otherwise scan all payments to have them in order.
 */
const unsettledIds = (before: number) => sql`(
  select p.id from payments p where p.status = 'pending' and p.id < ${before}
  union select p.id from payments p indexed by payments_due where p.next_check_at is not null and p.id < ${before}
  union select p.id from payments p where p.flagged_reason is not null and p.id < ${before})`

const unsettledCount = sql<number>`(select count(*) from ${unsettledIds(Number.MAX_SAFE_INTEGER)})`

/** Newest first, each with the total count; one row more than `limit`. */
export const listUnsettled = (
  db: Db,
  page: { limit: number; cursor?: number | undefined },
): Promise<(PaymentWithProduct & { wasClosedAsRefunded: number; count: number })[]> =>
  db
    .select({
      payment: payments,
      product: scripts,
      wasClosedAsRefunded: wasClosedAsRefunded.as('closed_as_refunded'),
      count: unsettledCount.as('count'),
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(sql`${payments.id} in ${unsettledIds(page.cursor ?? Number.MAX_SAFE_INTEGER)}`)
    .orderBy(desc(payments.id))
    .limit(page.limit + 1)

export async function countUnsettled(db: Db): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`select ${unsettledCount} as n`)
  return row?.n ?? 0
}

/** Payments that are due for a check by the sweep, longest waiting first. */
export const listDue = (db: Db, now: number, limit: number) =>
  selectPayments(db).where(lte(payments.nextCheckAt, now)).orderBy(asc(payments.nextCheckAt)).limit(limit)
