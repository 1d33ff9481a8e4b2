import { between, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type DayRow, type Period, piecesOf, SUM_NAMES, type Sums } from '#shared/stats/rules.ts'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { SPAN_DAYS, shopDays, shopTotals, taxDays } from '../../db/schema/stats.ts'

const summed = Object.fromEntries(
  SUM_NAMES.map((name) => [name, sql<number>`coalesce(sum(${shopDays[name]}), 0)`.as(name)]),
) as Record<keyof Sums, SQL.Aliased<number>>

const DAY_COLUMNS = ['day', ...SUM_NAMES] as const

/**
 * The days of the period that have a row: one range of the primary key. As one JSON text of bare numbers: D1 would repeat
 * the names of all columns for each of the rows, which takes longer than reading them.
 */
const selectDays = (db: Db, { from, to }: Period) => {
  const columns = sql.join(
    DAY_COLUMNS.map((name) => sql`${shopDays[name]}`),
    sql`, `,
  )
  return db
    .select({ days: sql<string>`json_group_array(json_array(${columns}))`.as('days') })
    .from(shopDays)
    .where(between(shopDays.day, from, to))
}

const daysIn = (rows: { days: string }[]): DayRow[] =>
  (JSON.parse(rows[0]?.days ?? '[]') as number[][]).map(
    (values) => Object.fromEntries(DAY_COLUMNS.map((name, at) => [name, values[at]])) as DayRow,
  )

/** The sums of the days after `day`. The current totals minus these sums are the totals at the end of `day`. */
const selectSince = (db: Db, day: number) => db.select(summed).from(shopDays).where(gt(shopDays.day, day))

const selectTotals = (db: Db) => db.select().from(shopTotals).where(eq(shopTotals.one, 1))

/** The days, the sums of the days after them, and the current totals: one consistent read. */
export async function readDays(db: Db, period: Period) {
  const [days, since, totals] = await db.batch([
    selectDays(db, period),
    selectSince(db, period.to),
    selectTotals(db),
  ])
  return { days: daysIn(days), since: since[0], totals: totals[0] }
}

const LISTED_PRODUCTS = 10

const sumWhere = (isNow: 0 | 1, column: string) =>
  sql<number>`sum(iif(is_now = ${isNow}, ${sql.raw(column)}, 0))`

/** The rows of both periods, per product: whole spans of 32 days from `stats_spans`, the days around them from `stats_days`. */
function soldIn(now: Period, then: Period): SQL {
  const periods = [
    { isNow: 1, ...piecesOf(now, SPAN_DAYS) },
    { isNow: 0, ...piecesOf(then, SPAN_DAYS) },
  ]
  const ranges = (of: 'days' | 'spans') =>
    JSON.stringify(
      periods.flatMap((period) => period[of].map((range) => ({ ...range, isNow: period.isNow }))),
    )
  const bounds = sql.raw(`r.value ->> 'from' and r.value ->> 'to'`)
  // The cross join makes SQLite search each range in the primary key.
  return sql`(select d.script_id, r.value ->> 'isNow' as is_now, d.orders, d.gross_cents - d.refunded_cents - d.disputed_cents as net_cents
      from json_each(${ranges('days')}) r cross join stats_days d on d.day between ${bounds}
    union all select s.script_id, r.value ->> 'isNow', s.orders, s.net_cents
      from json_each(${ranges('spans')}) r cross join stats_spans s on s.span between ${bounds}) sold`
}

/** The products with the most revenue in the period, with their figures of the period before. */
const selectTopProducts = (db: Db, now: Period, then: Period) => {
  const revenue = sumWhere(1, 'net_cents').as('revenue_cents')
  const orders = sumWhere(1, 'orders').as('orders_now')
  return (
    db
      .select({
        id: scripts.id,
        name: scripts.name,
        revenueCents: revenue,
        orders,
        revenueBeforeCents: sumWhere(0, 'net_cents').as('revenue_before_cents'),
        ordersBefore: sumWhere(0, 'orders').as('orders_before'),
      })
      .from(soldIn(now, then))
      .crossJoin(scripts)
      .where(sql`${scripts.id} = sold.script_id`)
      .groupBy(scripts.id)
      // Excludes products with checkouts only.
      .having(sql`${orders} <> 0 or ${revenue} <> 0`)
      .orderBy(sql`${revenue} desc`, scripts.id)
      .limit(LISTED_PRODUCTS)
  )
}

/** The documents with a tax by country: one range of the primary key, and at most one row per country. */
const selectTaxes = (db: Db, { from, to }: Period) => {
  const tax = sql<number>`sum(${taxDays.taxCents})`.as('tax_sum')
  return db
    .select({
      country: taxDays.country,
      amountCents: sql<number>`sum(${taxDays.amountCents})`.as('amount_sum'),
      taxCents: tax,
      unknownSales: sql<number>`sum(${taxDays.unknownSales})`.as('unknown_sum'),
    })
    .from(taxDays)
    .where(between(taxDays.day, from, to))
    .groupBy(taxDays.country)
    .orderBy(sql`${tax} desc`, taxDays.country)
}

/** As `readDays`, with the best-selling products: one round trip. `days` includes the period for comparison. */
export async function readShop(db: Db, days: Period, now: Period, then: Period) {
  const [rows, since, totals, products, taxes] = await db.batch([
    selectDays(db, days),
    selectSince(db, days.to),
    selectTotals(db),
    selectTopProducts(db, now, then),
    selectTaxes(db, now),
  ])
  return { days: daysIn(rows), since: since[0], totals: totals[0], products, taxes }
}
