import { between, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type Period, SUM_NAMES, type Sums } from '#shared/stats/rules.ts'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { shopDays, shopTotals, statsDays, taxDays } from '../../db/schema/stats.ts'

const summed = Object.fromEntries(
  SUM_NAMES.map((name) => [name, sql<number>`coalesce(sum(${shopDays[name]}), 0)`.as(name)]),
) as Record<keyof Sums, SQL.Aliased<number>>

/** The days of the period that have a row, in order: one range of the primary key. */
const selectDays = (db: Db, { from, to }: Period) =>
  db
    .select()
    .from(shopDays)
    .where(between(shopDays.day, from, to))
    .orderBy(shopDays.day)

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
  return { days, since: since[0], totals: totals[0] }
}

const LISTED_PRODUCTS = 10

const netOf = (isOfPeriod: SQL) =>
  sql<number>`sum(iif(${isOfPeriod}, ${statsDays.grossCents} - ${statsDays.refundedCents} - ${statsDays.disputedCents}, 0))`
const ordersOf = (isOfPeriod: SQL) => sql<number>`sum(iif(${isOfPeriod}, ${statsDays.orders}, 0))`

/** The products with the most revenue in the period, with their figures of the period before. */
const selectTopProducts = (db: Db, now: Period, then: Period) => {
  const isNow = sql`${statsDays.day} >= ${now.from}`
  const isThen = sql`${statsDays.day} < ${now.from}`
  const revenue = netOf(isNow).as('revenue_cents')
  const orders = ordersOf(isNow).as('orders_now')
  return (
    db
      .select({
        id: scripts.id,
        name: scripts.name,
        revenueCents: revenue,
        orders,
        revenueBeforeCents: netOf(isThen).as('revenue_before_cents'),
        ordersBefore: ordersOf(isThen).as('orders_before'),
      })
      .from(statsDays)
      .innerJoin(scripts, sql`${scripts.id} = ${statsDays.scriptId}`)
      .where(between(statsDays.day, then.from, now.to))
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
  return { days: rows, since: since[0], totals: totals[0], products, taxes }
}
