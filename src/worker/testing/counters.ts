import { env } from 'cloudflare:workers'
import { expect } from 'vitest'

const COUNTED = [
  'orders',
  'new_customers',
  'referred_orders',
  'gross_cents',
  'refunded_cents',
  'refunds',
  'disputed_cents',
  'discount_cents',
  'commission_cents',
  'checkouts_started',
  'checkouts_paid',
  'subscriptions_started',
  'subscriptions_ended',
  'mrr_cents',
  'accounts_created',
  'accounts_deleted',
] as const
const TOTALS = ['users', 'purchases', 'subscriptions', 'revenue_cents', 'mrr_cents'] as const

export type Counted = Partial<Record<(typeof COUNTED)[number], number>>
export type Totals = Partial<Record<(typeof TOTALS)[number], number>>

const sums = COUNTED.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')

async function counters() {
  const [days, totals] = await Promise.all([
    env.DB.prepare(`SELECT ${sums} FROM stats_days`).first<Record<string, number>>(),
    env.DB.prepare('SELECT * FROM shop_totals').first<Record<string, number>>(),
  ])
  return { days: days ?? {}, totals: totals ?? {} }
}

const changed = (names: readonly string[], from: Record<string, number>, to: Record<string, number>) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const change = (to[name] ?? 0) - (from[name] ?? 0)
      return change === 0 ? [] : [[name, change]]
    }),
  )

/** The changes of the daily figures and of the totals by `doing`; unchanged ones are absent. */
export async function counts(doing: () => Promise<unknown>): Promise<{ days: Counted; totals: Totals }> {
  const before = await counters()
  await doing()
  const after = await counters()
  return {
    days: changed(COUNTED, before.days, after.days),
    totals: changed(TOTALS, before.totals, after.totals),
  }
}

const DAY_MS = 86_400_000

/** Figures per day and product, counted from the source tables. */
const OF_SOURCES = `
  SELECT day, script, sum(orders) AS orders, sum(new_customers) AS new_customers, sum(referred) AS referred_orders,
    sum(discount) AS discount_cents, sum(net) AS net_cents, sum(gross) AS gross_cents, sum(refunds) AS refunds,
    sum(commission) AS commission_cents, sum(created) AS accounts_created, sum(deleted) AS accounts_deleted
  FROM (
    SELECT payment_date / ${DAY_MS} AS day, script_id AS script, 1 AS orders,
      NOT EXISTS (SELECT 1 FROM payments o WHERE (o.email_identity = p.email_identity OR o.user_id = p.user_id)
        AND o.payment_date IS NOT NULL AND (o.payment_date, o.id) < (p.payment_date, p.id)) AS new_customers,
      referrer_id IS NOT NULL AS referred, iif(trial_days > 0, 0, discount_cents) AS discount, 0 AS net, 0 AS gross, 0 AS refunds, 0 AS commission,
      0 AS created, 0 AS deleted
      FROM payments p WHERE payment_date IS NOT NULL
    UNION ALL SELECT l.created_at / ${DAY_MS}, p.script_id, 0, 0, 0, 0, l.amount_cents, iif(l.kind = 'capture', l.amount_cents, 0),
      (l.kind = 'refund') - (l.kind = 'restore' AND coalesce((SELECT o.kind FROM ledger_entries o
        WHERE o.payment_id = l.payment_id AND o.revision < l.revision ORDER BY o.revision DESC LIMIT 1), 'capture') IN ('refund', 'restore')),
      0, 0, 0 FROM ledger_entries l JOIN payments p ON p.id = l.payment_id
    UNION ALL SELECT r.created_at / ${DAY_MS}, p.script_id, 0, 0, 0, 0, 0, 0, 0, iif(r.status = 'cancelled', 0, r.commission_cents), 0, 0
      FROM referrals r JOIN payments p ON p.id = r.payment_id
    UNION ALL SELECT created_at / ${DAY_MS}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 FROM users
    UNION ALL SELECT deleted_at / ${DAY_MS}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 FROM users WHERE deleted_at IS NOT NULL
  ) GROUP BY day, script HAVING orders + abs(net_cents) + gross_cents + commission_cents + accounts_created + accounts_deleted > 0
  ORDER BY day, script`

const OF_DAYS = `
  SELECT day, script_id AS script, orders, new_customers, referred_orders, discount_cents,
    gross_cents - refunded_cents - disputed_cents AS net_cents, gross_cents, refunds, commission_cents, accounts_created,
    accounts_deleted
  FROM stats_days
  WHERE orders + abs(gross_cents - refunded_cents - disputed_cents) + gross_cents + commission_cents + accounts_created + accounts_deleted > 0
  ORDER BY day, script`

/** Figures per product over all days: the source tables do not have their day. */
const STANDING = `
  SELECT s.id AS script,
    (SELECT coalesce(sum(refunded_cents), 0) FROM payments WHERE script_id = s.id AND payment_date IS NOT NULL) AS refunded_cents,
    (SELECT coalesce(sum(amount_cents - refunded_cents), 0) FROM payments WHERE script_id = s.id AND status = 'disputed') AS disputed_cents,
    (SELECT count(*) FROM payments WHERE script_id = s.id AND client_payment_id IS NOT NULL) AS checkouts_started,
    (SELECT count(*) FROM payments WHERE script_id = s.id AND client_payment_id IS NOT NULL AND payment_date IS NOT NULL) AS checkouts_paid,
    (SELECT count(*) FROM subscriptions WHERE script_id = s.id AND status IN ('active', 'trialing', 'past_due')) AS live,
    (SELECT coalesce(sum(monthly_cents), 0) FROM subscriptions WHERE script_id = s.id AND stripe_subscription_id IS NOT NULL
      AND status IN ('active', 'trialing', 'past_due')) AS mrr_cents
  FROM scripts s ORDER BY s.id`

const STANDING_OF_DAYS = `
  SELECT s.id AS script, coalesce(sum(refunded_cents), 0) AS refunded_cents, coalesce(sum(disputed_cents), 0) AS disputed_cents,
    coalesce(sum(checkouts_started), 0) AS checkouts_started, coalesce(sum(checkouts_paid), 0) AS checkouts_paid,
    coalesce(sum(subscriptions_started - subscriptions_ended), 0) AS live, coalesce(sum(mrr_cents), 0) AS mrr_cents
  FROM scripts s LEFT JOIN stats_days d ON d.script_id = s.id GROUP BY s.id ORDER BY s.id`

const TOTALS_OF_SOURCES = `
  SELECT 1 AS one, (SELECT count(*) FROM users WHERE deleted_at IS NULL) AS users,
    (SELECT count(*) FROM payments WHERE payment_date IS NOT NULL) AS purchases,
    (SELECT count(*) FROM subscriptions WHERE status IN ('active', 'trialing', 'past_due')) AS subscriptions,
    (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries) AS revenue_cents,
    (SELECT coalesce(sum(monthly_cents), 0) FROM subscriptions WHERE stripe_subscription_id IS NOT NULL
      AND status IN ('active', 'trialing', 'past_due')) AS mrr_cents`

/**
 * Expects the counters to equal a new count of the source tables. Not valid after an account was deleted: its payments
 * lose their user and the id of their visit, while the counters keep them.
 */
export async function expectCountersRight(): Promise<void> {
  const read = async (sql: string) => (await env.DB.prepare(sql).all()).results
  expect(await read(OF_DAYS)).toEqual(await read(OF_SOURCES))
  expect(await read(STANDING_OF_DAYS)).toEqual(await read(STANDING))
  expect(await read('SELECT * FROM shop_totals')).toEqual(await read(TOTALS_OF_SOURCES))
  await expectShopDaysRight()
}

/** Expects the days of the whole shop, and the spans of each product, to be the sums of the products' days. */
export async function expectShopDaysRight(): Promise<void> {
  const ofProducts = COUNTED.map((name) => `sum(${name}) AS ${name}`).join(', ')
  const read = async (sql: string) => (await env.DB.prepare(sql).all()).results
  expect(await read('SELECT * FROM shop_days ORDER BY day')).toEqual(
    await read(`SELECT day, ${ofProducts} FROM stats_days GROUP BY day ORDER BY day`),
  )
  const net = 'sum(gross_cents - refunded_cents - disputed_cents)'
  expect(
    await read('SELECT * FROM stats_spans WHERE orders <> 0 OR net_cents <> 0 ORDER BY span, script_id'),
  ).toEqual(
    await read(`SELECT day / 32 AS span, script_id, sum(orders) AS orders, ${net} AS net_cents FROM stats_days
      GROUP BY span, script_id HAVING sum(orders) <> 0 OR ${net} <> 0 ORDER BY span, script_id`),
  )
}
