import { and, count, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { referrals } from '../../db/schema/referrals.ts'

/** This user's entries of the ledger, newest first; one row more than `limit`. */
export const listOwn = (db: Db, userId: number, page: { limit: number; cursor?: number | undefined }) =>
  db
    .select()
    .from(referrals)
    .where(
      and(
        eq(referrals.referrerId, userId),
        page.cursor === undefined ? undefined : lt(referrals.id, page.cursor),
      ),
    )
    .orderBy(desc(referrals.id))
    .limit(page.limit + 1)

/** The sums over this user's ledger, their code, and who registered with it. One round trip. */
export async function readTotals(db: Db, userId: number) {
  const isCommission = sql`${referrals.kind} = 'commission'`
  const countOf = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`
  const [[totals], [owner], [people]] = await db.batch([
    db
      .select({
        total: countOf(isCommission).as('total'),
        paid: countOf(sql`${isCommission} and ${referrals.status} = 'paid'`).as('paid'),
        earnedCents: sql<number>`coalesce(sum(${referrals.commissionCents}), 0)`.as('earned'),
      })
      .from(referrals)
      .where(and(eq(referrals.referrerId, userId), ne(referrals.status, 'cancelled'))),
    db.select({ code: users.referralCode }).from(users).where(eq(users.id, userId)),
    db
      .select({ count: count() })
      .from(users)
      .where(and(eq(users.referredBy, userId), isNull(users.deletedAt))),
  ])
  return {
    total: totals?.total ?? 0,
    paid: totals?.paid ?? 0,
    earnedCents: totals?.earnedCents ?? 0,
    code: owner?.code ?? '',
    registered: people?.count ?? 0,
  }
}
