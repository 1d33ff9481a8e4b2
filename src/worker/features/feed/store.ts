import { and, desc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { DAY } from '#shared/core/time.ts'
import { FEED_LENGTH, RECENT_PURCHASES } from '#shared/feed/contract.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { contactMessages } from '../../db/schema/contact.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { ledgerEntries, payments } from '../../db/schema/payments.ts'
import { reconciliationFindings } from '../../db/schema/recovery.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { feedEvents, shopDays, shopTotals } from '../../db/schema/stats.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { SESSION_IDLE_MS } from '../../http/session-limits.ts'

const lasting = sql`${subscriptions.status} in ('active', 'trialing', 'past_due')`

const kept = {
  users: shopTotals.users,
  purchases: shopTotals.purchases,
  subscriptions: shopTotals.subscriptions,
  revenueCents: shopTotals.revenueCents,
}

const keptTotals = { ...kept, mrrCents: shopTotals.mrrCents }

const netOfDay = sql`${shopDays.grossCents} - ${shopDays.refundedCents} - ${shopDays.disputedCents}`

// Exactly the conditions of the partial indexes of feed_events, or SQLite does not use the indexes.
const isShown = sql`${feedEvents.kind} <> 'capture'`
const isPurchase = sql`${feedEvents.kind} = 'purchase'`

/** Events with the rows they are about. Every column has a unique name, because a batch returns rows as objects. */
const selectFeed = (db: Db) =>
  db
    .select({
      id: feedEvents.id,
      kind: feedEvents.kind,
      createdAt: feedEvents.createdAt,
      userId: feedEvents.userId,
      paymentId: feedEvents.paymentId,
      subscriptionId: feedEvents.subscriptionId,
      subjectId: feedEvents.subjectId,
      revenueCents: feedEvents.revenueCents,
      who: sql<
        string | null
      >`coalesce(${users.username}, ${payments.email}, ${subscriptions.email}, ${contactMessages.email}, ${emailDeliveries.toAddress})`.as(
        'who',
      ),
      productId: sql<number | null>`${scripts.id}`.as('product_id'),
      productName: sql<string | null>`${scripts.name}`.as('product_name'),
      priceCents: sql<number | null>`${scripts.priceCents}`.as('product_price'),
      amountCents: sql<number | null>`${payments.amountCents}`.as('paid_cents'),
      paymentStatus: sql<PaymentStatus | null>`${payments.status}`.as('payment_status'),
      monthlyCents: sql<number | null>`${subscriptions.monthlyCents}`.as('per_month_cents'),
      askedCents: sql<number | null>`${refunds.amountCents}`.as('asked_cents'),
      about: sql<
        string | null
      >`coalesce(${contactMessages.subject}, ${emailDeliveries.template}, ${reconciliationFindings.kind}, iif(${feedEvents.kind} = 'payment_flagged', ${payments.flaggedReason}, null))`.as(
        'about',
      ),
    })
    .from(feedEvents)
    .leftJoin(payments, eq(payments.id, feedEvents.paymentId))
    .leftJoin(subscriptions, eq(subscriptions.id, feedEvents.subscriptionId))
    .leftJoin(users, eq(users.id, feedEvents.userId))
    .leftJoin(scripts, eq(scripts.id, sql`coalesce(${payments.scriptId}, ${subscriptions.scriptId})`))
    .leftJoin(contactMessages, about('contact_message', contactMessages.id))
    .leftJoin(emailDeliveries, about('mail_dead', emailDeliveries.id))
    .leftJoin(reconciliationFindings, about('finding', reconciliationFindings.id))
    .leftJoin(refunds, about('refund_asked', refunds.id))

const about = (kind: string, id: AnySQLiteColumn) =>
  and(eq(feedEvents.kind, kind), eq(id, feedEvents.subjectId))

export type FeedRow = Awaited<ReturnType<typeof selectFeed>>[number]

export type NewsParams = {
  /** The last event that was counted, and the last event to read. */
  after: number
  until: number
  /** Stored ids of the sessions with an open connection. */
  sids: readonly string[]
  /** Also reads the newest events, whether they were shown before or not. */
  whole: boolean
  now: number
}

/**
 * Reads the events after `after`, the counters, and those of the sessions that still belong to an admin: a consistent
 * state in one round trip.
 */
export async function readNews(db: Db, { after, until, sids, whole, now }: NewsParams) {
  const inWindow = and(gt(feedEvents.id, after), lte(feedEvents.id, until))
  const sum = (column: AnySQLiteColumn) => sql<number>`coalesce(sum(${column}), 0)`
  const [ends, moved, items, purchases, entitled, newest] = await db.batch([
    db
      .select({
        ...kept,
        first: sql<number>`coalesce((select min(id) from feed_events), 0)`.as('first'),
        last: sql<number>`coalesce((select max(id) from feed_events), 0)`.as('last'),
      })
      .from(shopTotals),
    db
      .select({
        users: sum(feedEvents.users).as('users'),
        purchases: sum(feedEvents.purchases).as('purchases'),
        subscriptions: sum(feedEvents.subscriptions).as('subscriptions'),
        revenueCents: sum(feedEvents.revenueCents).as('revenue_cents'),
      })
      .from(feedEvents)
      .where(inWindow),
    selectFeed(db).where(and(inWindow, isShown)).orderBy(desc(feedEvents.id)).limit(FEED_LENGTH),
    selectFeed(db).where(isPurchase).orderBy(desc(feedEvents.id)).limit(RECENT_PURCHASES),
    db
      .select({ sid: sessions.sid })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          inList(sessions.sid, sids),
          gt(sessions.expire, now),
          gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
          eq(users.isAdmin, true),
          inArray(users.staffRole, ['manager', 'owner']),
          isNull(users.deactivatedAt),
          isNull(users.deletedAt),
        ),
      ),
    selectFeed(db)
      .where(whole ? isShown : sql`false`)
      .orderBy(desc(feedEvents.id))
      .limit(FEED_LENGTH),
  ])
  const [end] = ends
  const [movement] = moved
  if (!end || !movement) throw new Error('The counters are missing')
  const { first, last, ...totals } = end
  return {
    first,
    last,
    totals,
    moved: movement,
    items,
    purchases,
    newest,
    sids: new Set(entitled.map(({ sid }) => sid)),
  }
}
export type News = Awaited<ReturnType<typeof readNews>>

/** The correct values of the counters, computed from the source tables. */
export const truth = {
  users: sql<number>`(select count(*) from ${users} where ${users.deletedAt} is null)`,
  purchases: sql<number>`(select count(*) from ${payments} where ${payments.paymentDate} is not null)`,
  subscriptions: sql<number>`(select count(*) from ${subscriptions} where ${lasting})`,
  revenueCents: sql<number>`(select coalesce(sum(${ledgerEntries.amountCents}), 0) from ${ledgerEntries})`,
  mrrCents: sql<number>`(select coalesce(sum(${subscriptions.monthlyCents}), 0) from ${subscriptions} where ${lasting} and ${subscriptions.stripeSubscriptionId} is not null)`,
}

/** The counters, as sums of the daily figures: one row a day. */
const summed = {
  users: sql<number>`coalesce(sum(${shopDays.accountsCreated} - ${shopDays.accountsDeleted}), 0)`.as(
    'users_sum',
  ),
  purchases: sql<number>`coalesce(sum(${shopDays.orders}), 0)`.as('orders_sum'),
  subscriptions:
    sql<number>`coalesce(sum(${shopDays.subscriptionsStarted} - ${shopDays.subscriptionsEnded}), 0)`.as(
      'subscriptions_sum',
    ),
  revenueCents: sql<number>`coalesce(sum(${netOfDay}), 0)`.as('revenue_sum'),
  mrrCents: sql<number>`coalesce(sum(${shopDays.mrrCents}), 0)`.as('mrr_sum'),
}

/** True for a row of this column within the day `d.day`. */
const ofDay = (column: string) => sql.raw(`${column} >= d.day * ${DAY} and ${column} < (d.day + 1) * ${DAY}`)

const count = (from: SQL) => sql`(select count(*) from ${from})`

/** How far the figures of the day `d.day` are from their sources, each of which has an index by its time. */
const dayDrift = {
  revenueCents: sql<number>`coalesce(${netOfDay}, 0)
    - (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where ${ofDay('l.created_at')})`.as(
    'revenue_drift',
  ),
  orders: sql<number>`coalesce(${shopDays.orders}, 0)
    - ${count(sql`payments p where p.payment_date > 0 and ${ofDay('p.payment_date')}`)}`.as('orders_drift'),
  accountsCreated: sql<number>`coalesce(${shopDays.accountsCreated}, 0)
    - ${count(sql`users u where ${ofDay('u.created_at')}`)}`.as('created_drift'),
  accountsDeleted: sql<number>`coalesce(${shopDays.accountsDeleted}, 0)
    - ${count(sql`users u where ${ofDay('u.deleted_at')}`)}`.as('deleted_drift'),
}

/**
 * The counters beside the sums of the daily figures, and how far the figures of two days are from their sources: of
 * yesterday, and of one earlier day, each in turn. Reads two days of sales in a shop of any size.
 */
export async function readDrift(db: Db, now: number) {
  const today = Math.floor(now / DAY)
  const [first, last] = ['min', 'max'].map((end) => sql.raw(`(select ${end}(f.day) from shop_days f)`))
  const days = sql`(select ${sql.raw(`${today - 1}`)} as day
    union select ${first} + ${sql.raw(`${today}`)} % (${last} - ${first} + 1)) d`
  const [[kept], [sums], drifts] = await db.batch([
    db.select({ ...keptTotals }).from(shopTotals),
    // Always true: a condition on the key makes this a search, not a scan. It reads one row a day.
    db.select(summed).from(shopDays).where(gte(shopDays.day, 0)),
    db
      .select({ day: sql<number>`d.day`.as('drift_day'), ...dayDrift })
      .from(days)
      .leftJoin(shopDays, sql`${shopDays.day} = d.day`),
  ])
  if (!kept || !sums) throw new Error('The counters are missing')
  return { kept, sums, drifts }
}

/** The first day that has figures, a sale or an account; null: none has. */
export async function findFirstDay(db: Db): Promise<number | null> {
  const [row] = await db
    .select({
      day: sql<number | null>`(select min(e.day) from (select min(s.day) as day from stats_days s
        union all select min(l.created_at) / ${sql.raw(`${DAY}`)} from ledger_entries l
        union all select min(u.created_at) / ${sql.raw(`${DAY}`)} from users u) e)`.as('first_day'),
    })
    .from(sql`(select 1)`)
  return row?.day ?? null
}

/** The counters beside their correct values. Reads whole tables: only where `readDrift` finds a difference. */
export async function countAll(db: Db) {
  const [both] = await db.select({ kept: keptTotals, counted: truth }).from(shopTotals)
  if (!both) throw new Error('The counters are missing')
  return both
}
