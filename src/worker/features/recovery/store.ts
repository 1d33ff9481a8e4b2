import { and, asc, desc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import type { Book } from '#shared/recovery/rules.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { payments } from '../../db/schema/payments.ts'
import { reconciliationFindings, reconciliationRuns } from '../../db/schema/recovery.ts'

export type RunRow = typeof reconciliationRuns.$inferSelect
export type FindingRow = typeof reconciliationFindings.$inferSelect

type Page = { limit: number; cursor?: number | undefined }

/** The exclusive upper bound of a page's ids: always a number, so that the query uses the primary key, not a scan. */
const before = ({ cursor }: Page) => cursor ?? Number.MAX_SAFE_INTEGER

export const findRun = async (db: Db, id: number): Promise<RunRow | undefined> =>
  (await db.select().from(reconciliationRuns).where(eq(reconciliationRuns.id, id)).limit(1))[0]

export const findLatestRun = async (db: Db): Promise<RunRow | undefined> =>
  (await db.select().from(reconciliationRuns).orderBy(desc(reconciliationRuns.startedAt)).limit(1))[0]

/**
 * Since when a complete nightly run is due: a day after the last one without an error. If every nightly run failed,
 * since the first of them; if there was none, since now.
 */
export async function findDueSince(db: Db, now: number): Promise<number> {
  const { startedAt, finishedAt, lastError, actorId } = reconciliationRuns
  // The bound lets both queries use the index.
  const isNightly = and(lte(startedAt, now), isNull(actorId))
  const nightly = () => db.select({ startedAt }).from(reconciliationRuns)
  const [[complete], [first]] = await db.batch([
    nightly()
      .where(and(isNightly, isNotNull(finishedAt), isNull(lastError)))
      .orderBy(desc(startedAt))
      .limit(1),
    nightly().where(isNightly).orderBy(asc(startedAt)).limit(1),
  ])
  return complete ? complete.startedAt + DAY : (first?.startedAt ?? now)
}

/** Newest first; one row more than `limit`. */
export const listRuns = (db: Db, page: Page): Promise<RunRow[]> =>
  db
    .select()
    .from(reconciliationRuns)
    .where(lt(reconciliationRuns.id, before(page)))
    .orderBy(desc(reconciliationRuns.id))
    .limit(page.limit + 1)

export const findFinding = async (db: Db, id: number): Promise<FindingRow | undefined> =>
  (await db.select().from(reconciliationFindings).where(eq(reconciliationFindings.id, id)).limit(1))[0]

/** Newest first, the open ones or all; one row more than `limit`. */
export const listFindings = (db: Db, onlyOpen: boolean, page: Page): Promise<FindingRow[]> =>
  db
    .select()
    .from(reconciliationFindings)
    .where(
      and(
        lt(reconciliationFindings.id, before(page)),
        onlyOpen ? isNull(reconciliationFindings.resolvedAt) : undefined,
      ),
    )
    .orderBy(desc(reconciliationFindings.id))
    .limit(page.limit + 1)

const TABLES = {
  payment: 'payments',
  grant: 'user_scripts',
  licence: 'licences',
  usage: 'coupon_usages',
  coupon: 'coupons',
  referral: 'referrals',
} as const satisfies Record<Book, string>

/** The last id of the next `limit` rows of a book, and whether more rows may follow; null at the end of the book. */
export async function portionAfter(
  db: Db,
  book: Book,
  after: number,
  limit: number,
): Promise<{ to: number; more: boolean } | null> {
  const table = sql.raw(TABLES[book])
  const [row] = await db.all<{ upTo: number | null; n: number }>(
    sql`select max(id) as upTo, count(*) as n from (select id from ${table} where id > ${after} order by id limit ${limit})`,
  )
  return row?.upTo == null ? null : { to: row.upTo, more: row.n === limit }
}

/** The id of the payment that a row of a book depends on; null where there is none. */
export async function paymentBehind(db: Db, book: Book, id: number): Promise<number | null> {
  if (book === 'payment') {
    const [own] = await db.select({ id: payments.id }).from(payments).where(eq(payments.id, id)).limit(1)
    return own?.id ?? null
  }
  if (book === 'coupon') return null
  const from =
    book === 'licence'
      ? sql`user_scripts where id = (select l.grant_id from licences l where l.id = ${id})`
      : sql`${sql.raw(TABLES[book])} where id = ${id}`
  const [row] = await db.all<{ paymentId: number | null }>(sql`select payment_id as paymentId from ${from}`)
  return row?.paymentId ?? null
}

/** The account that a product is delivered to. */
export const selectAccount = (db: Db, userId: number) =>
  db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      deactivatedAt: users.deactivatedAt,
      deletedAt: users.deletedAt,
    })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
