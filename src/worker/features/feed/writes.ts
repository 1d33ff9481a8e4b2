import { and, lt, sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import type { Db, Statement } from '../../db/client.ts'
import { feedEvents, SPAN_DAYS, shopTotals } from '../../db/schema/stats.ts'
import { truth } from './store.ts'

/** Deletes old events. The newest event stays: the cursor of a hub is compared with its id. */
export const forgetEvents = (db: Db, before: number) =>
  db
    .delete(feedEvents)
    .where(and(lt(feedEvents.createdAt, before), sql`${feedEvents.id} < (select max(id) from feed_events)`))

/** Recounts the counters, in the statement that writes them. */
export const recount = (db: Db) => db.update(shopTotals).set(truth)

/** The daily figures that have a source with a time, by which they can be counted again. */
const COUNTED = [
  'orders',
  'gross_cents',
  'refunded_cents',
  'refunds',
  'disputed_cents',
  'accounts_created',
  'accounts_deleted',
]

const OTHERS = [
  'new_customers',
  'referred_orders',
  'discount_cents',
  'commission_cents',
  'checkouts_started',
  'checkouts_paid',
  'subscriptions_started',
  'subscriptions_ended',
  'mrr_cents',
]

const listed = (columns: readonly string[], each = (column: string) => column) =>
  sql.raw(columns.map(each).join(', '))

/**
 * Counts the days of one span (`SPAN_DAYS`) again from the ledger, the orders and the accounts, for each product, then the
 * sums of these days. Of the other figures only the sums are corrected.
 */
export function recountSpan(db: Db, span: number): Statement[] {
  const [from, to] = [span * SPAN_DAYS, (span + 1) * SPAN_DAYS]
  const within = (column: string) => sql.raw(`${column} >= ${from * DAY} and ${column} < ${to * DAY}`)
  const dayOf = (column: string) => sql.raw(`${column} / ${DAY}`)
  // As the trigger of the ledger (migrations/0010): a restored amount is subtracted from the refunds or disputes that took it.
  const cause = sql`iif(l.kind <> 'restore', l.kind, coalesce((select iif(o.kind = 'dispute', 'dispute', 'refund')
    from ledger_entries o where o.payment_id = l.payment_id and o.revision < l.revision order by o.revision desc limit 1), 'capture'))`
  const ofSpan = sql.raw(`day >= ${from} and day < ${to}`)
  return [
    db.run(sql`insert into stats_days (day, script_id, ${listed(COUNTED)})
      select day, script_id, ${listed(COUNTED, (column) => `sum(${column})`)} from (
        select e.day, p.script_id, 0 as orders, iif(e.cause = 'capture', e.cents, 0) as gross_cents,
          iif(e.cause = 'refund', -e.cents, 0) as refunded_cents,
          (e.kind = 'refund') - (e.kind = 'restore' and e.cause = 'refund') as refunds,
          iif(e.cause = 'dispute', -e.cents, 0) as disputed_cents, 0 as accounts_created, 0 as accounts_deleted
        from (select ${dayOf('l.created_at')} as day, l.payment_id, l.kind, l.amount_cents as cents, ${cause} as cause
          from ledger_entries l where ${within('l.created_at')}) e
        cross join payments p on p.id = e.payment_id
        union all select ${dayOf('payment_date')}, script_id, 1, 0, 0, 0, 0, 0, 0 from payments
          where payment_date > 0 and ${within('payment_date')}
        union all select ${dayOf('created_at')}, 0, 0, 0, 0, 0, 0, 1, 0 from users where ${within('created_at')}
        union all select ${dayOf('deleted_at')}, 0, 0, 0, 0, 0, 0, 0, 1 from users where ${within('deleted_at')}
        union all select day, script_id, 0, 0, 0, 0, 0, 0, 0 from stats_days where ${ofSpan})
      where true group by day, script_id
      on conflict (day, script_id) do update set ${listed(COUNTED, (column) => `${column} = excluded.${column}`)}`),
    db.run(sql`replace into shop_days (day, ${listed([...COUNTED, ...OTHERS])})
      select day, ${listed([...COUNTED, ...OTHERS], (column) => `sum(${column})`)} from stats_days
      where ${ofSpan} group by day`),
    db.run(sql`replace into stats_spans (span, script_id, orders, net_cents)
      select ${sql.raw(`${span}`)}, script_id, sum(orders), sum(gross_cents - refunded_cents - disputed_cents) from stats_days
      where ${ofSpan} group by script_id`),
  ]
}

/**
 * Enters what the days lack of the counters' subscriptions and recurring revenue on `day`: no source says on which day a
 * subscription began or ended.
 */
export const enterMissing = (db: Db, day: number): Statement =>
  db.run(sql`insert into stats_days (day, script_id, subscriptions_started, subscriptions_ended, mrr_cents)
    select ${sql.raw(`${day}`)}, 0, max(m.live, 0), max(-m.live, 0), m.mrr from (
      select t.subscriptions - f.live as live, t.mrr_cents - f.mrr as mrr from shop_totals t cross join (
        select coalesce(sum(subscriptions_started - subscriptions_ended), 0) as live, coalesce(sum(mrr_cents), 0) as mrr
        from shop_days where day >= 0) f) m
    where m.live <> 0 or m.mrr <> 0
    on conflict (day, script_id) do update set subscriptions_started = subscriptions_started + excluded.subscriptions_started,
      subscriptions_ended = subscriptions_ended + excluded.subscriptions_ended, mrr_cents = mrr_cents + excluded.mrr_cents`)
