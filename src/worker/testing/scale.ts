import { DAY } from '#shared/core/time.ts'

/** The size of a test shop; the other tables grow in proportion. */
export type Size = { users: number; payments: number; subscriptions: number }

export const BIG: Size = { users: 100_000, payments: 300_000, subscriptions: 50_000 }

/** Ids begin above this number; a test may have rows with smaller ids. */
export const BASE = 1000
export const PRODUCTS = 12
/** Admins, in any shop. */
const STAFF = 20
const NIGHTS = 730
const SPAN = NIGHTS * DAY

/** `n.i` counts from 1 to `count`. */
export const counting = (count: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`

/** A reference for the order `i`; the random ones of the table would repeat in some of the runs. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const orderReference = `'WF-SCAM-' || ${[27_000, 900, 30, 1].map((one) => `substr('${LETTERS}', i / ${one} % 30 + 1, 1)`).join(' || ')}`

export const PAID = `('completed', 'refunded', 'partially_refunded', 'disputed')`

/** The share of `big`, the number of rows in the big shop, that a shop of this many payments has; at least 10. */
const inProportion = (big: number, payments: number) =>
  Math.min(big, Math.max(10, Math.round((big * payments) / BIG.payments)))

/** The statements for two years of a shop, oldest rows first: accounts, purchases and everything that followed. */
function statements({ users, payments, subscriptions }: Size, now: number): string[] {
  const start = now - SPAN
  const at = (count: number) => `(${start} + n.i * ${Math.floor(SPAN / count)})`
  const mails = Math.min(50_000, payments)
  const notes = Math.min(40_000, payments)
  const affiliates = inProportion(1000, payments)
  const coupons = inProportion(2000, payments)
  const events = inProportion(20_000, payments)
  const emergencies = inProportion(5000, payments)
  return [
    `INSERT INTO scripts (id, slug, name, description, category, price_cents, features, created_at, updated_at)
     ${counting(PRODUCTS)} SELECT 100 + i, 'scale-' || i, 'Farmer ' || i, 'Claims.', 'Farming', 1900 + i * 500, '[]', ${start}, ${start} FROM n`,

    `INSERT INTO users (id, username, username_key, email, email_key, email_identity, email_verified_at, password, is_admin,
       referral_code, deactivated_at, deleted_at, created_at, updated_at)
     ${counting(users)} SELECT ${BASE} + i, 'Buyer' || i, 'buyer' || i, 'buyer' || i || '@mail.test', 'buyer' || i || '@mail.test',
       'buyer' || i || '@mail.test', iif(i % 3, ${at(users)}, NULL), 'none', i % ${Math.ceil(users / STAFF)} = 1, printf('s%07d', i),
       iif(i % 97, NULL, ${now}), iif(i % 89, NULL, ${at(users)} + ${DAY}), ${at(users)}, ${at(users)} FROM n`,

    `INSERT INTO coupons (id, code, discount_type, discount_value, description, start_date, specific_script_ids, created_at, updated_at)
     ${counting(coupons)} SELECT ${BASE} + i, 'SCALE' || i, 'percentage', 0.2, 'A fifth off', ${start}, '[]', ${at(coupons)}, ${at(coupons)} FROM n`,

    `INSERT INTO subscriptions (id, user_id, email, script_id, stripe_customer_id, stripe_subscription_id, status, monthly_cents,
       current_period_start, current_period_end, cancel_at_period_end, past_due_since, ended_at, observed_at, created_at, updated_at)
     ${counting(subscriptions)} SELECT ${BASE} + i, ${BASE} + 1 + i * 2 % ${users}, 'buyer' || (1 + i * 2 % ${users}) || '@mail.test', 2,
       iif(i % 10, 'cus_' || i, NULL), iif(i % 10, 'sub_' || i, NULL),
       CASE i % 10 WHEN 7 THEN 'past_due' WHEN 8 THEN 'canceled' WHEN 9 THEN 'canceled' WHEN 6 THEN 'trialing' ELSE 'active' END,
       iif(i % 10, 2999, 0), ${now - 10 * DAY}, ${now + 20 * DAY}, i % 17 = 0, iif(i % 10 = 7, ${now - DAY}, NULL),
       iif(i % 10 >= 8, min(${at(subscriptions)} + ${60 * DAY}, ${now}), NULL), ${at(subscriptions)}, ${at(subscriptions)},
       ${at(subscriptions)} FROM n`,

    `INSERT INTO payments (id, reference, order_reference, user_id, script_id, subscription_id, purchase_type, payment_provider, checkout_id,
       client_payment_id, transaction_id, intent_id, status, original_cents, discount_cents, amount_cents, refunded_cents, revision,
       coupon_id, email, email_identity, referrer_id, flagged_reason, next_check_at, payment_date, created_at, updated_at)
     ${counting(payments)}, kinds AS (SELECT i, ${at(payments)} AS at, i % 3 = 0 AS monthly, 1 + i * 7919 % ${users} AS buyer,
         CASE i % 50 WHEN 7 THEN iif(i > ${payments} * 14 / 15, 'pending', 'expired') WHEN 11 THEN 'failed' WHEN 13 THEN 'expired' WHEN 17 THEN 'expired' WHEN 19 THEN 'refunded'
           WHEN 23 THEN 'partially_refunded' WHEN 29 THEN 'disputed' ELSE 'completed' END AS state,
         CASE WHEN i % 3 = 0 THEN 2999 ELSE 1900 + i % ${PRODUCTS} * 1000 END AS price FROM n),
       rows AS (SELECT *, iif(monthly AND state = 'pending', 'failed', state) AS status, iif(i % 5, 0, price / 5) AS off,
         iif(monthly, 1 + i / 3 * 2 % ${users}, buyer) AS owner FROM kinds)
     SELECT ${BASE} + i, printf('scale-%030d', i), ${orderReference}, iif(i % 10 = 1, NULL, ${BASE} + owner), iif(monthly, 2, 101 + i % ${PRODUCTS}),
       iif(monthly, ${BASE} + 1 + (i / 3 - 1) % ${subscriptions}, NULL), iif(monthly, 'subscription', 'one-time'),
       iif(NOT monthly AND i % 4 = 0, 'coinbase', 'stripe'), printf('cs_live_%058d', i),
       iif(i % 10 = 1, NULL, printf('visit-%016d', i)), iif(status IN ${PAID}, printf('tx_%024d', i), NULL), iif(status IN ${PAID}, printf('pi_%024d', i), NULL), status, price, off, price - off,
       CASE status WHEN 'refunded' THEN price - off WHEN 'partially_refunded' THEN (price - off) / 2 ELSE 0 END, 2,
       iif(i % 5, NULL, ${BASE} + 1 + i % ${coupons}), 'buyer' || owner || '@mail.test', 'buyer' || owner || '@mail.test',
       iif(i % 20 = 3, ${BASE} + 1 + i % ${affiliates}, NULL), iif(status = 'pending' AND i % 3 = 1, 'The amount does not fit.', NULL),
       iif(status = 'pending', ${now}, NULL), iif(status IN ${PAID}, at + 60000, NULL), at, at FROM rows`,

    `INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at)
     SELECT id, 'capture', amount_cents, 1, payment_date FROM payments WHERE id > ${BASE} AND payment_date IS NOT NULL`,
    `INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at)
     SELECT id, iif(status = 'disputed', 'dispute', 'refund'), iif(status = 'disputed', -amount_cents, -refunded_cents), 2,
       min(payment_date + ${3 * DAY}, ${now}) FROM payments
     WHERE id > ${BASE} AND status IN ('refunded', 'partially_refunded', 'disputed')`,

    `INSERT INTO coupon_usages (coupon_id, user_id, email_identity, identity_use, account_use, state, payment_id, discount_cents,
       original_cents, final_cents, applied_at)
     SELECT coupon_id, user_id, email_identity, id, iif(user_id IS NULL, NULL, id),
       CASE WHEN payment_date IS NOT NULL THEN 'redeemed' WHEN status = 'pending' THEN 'held' ELSE 'released' END,
       id, discount_cents, original_cents, amount_cents, created_at FROM payments WHERE id > ${BASE} AND coupon_id IS NOT NULL`,

    `INSERT INTO referral_payouts (referrer_id, period, total_cents, status, created_at, paid_at)
     ${counting(affiliates * 12)} SELECT ${BASE} + 1 + i % ${affiliates}, printf('2025-%02d', 1 + i / ${affiliates} % 12), 1000 + i % 900,
       iif(i % 3, 'paid', 'open'), ${at(affiliates * 12)}, iif(i % 3, ${now}, NULL) FROM n`,
    `INSERT INTO referrals (referrer_id, referred_user_id, payment_id, source_event, kind, commission_cents, status, created_at, matures_at)
     SELECT referrer_id, user_id, id, 'payment:' || id, 'commission', (amount_cents - refunded_cents) / 10,
       CASE WHEN status = 'disputed' THEN 'cancelled' WHEN id % 3 = 0 THEN 'pending' ELSE 'completed' END, payment_date,
       payment_date + ${7 * DAY} FROM payments WHERE id > ${BASE} AND referrer_id IS NOT NULL AND payment_date IS NOT NULL`,

    `INSERT INTO refunds (payment_id, reference, amount_cents, status, asked_by, reason, created_at, updated_at)
     SELECT id, 'refund-' || id, amount_cents, CASE id % 5 WHEN 0 THEN 'review' WHEN 1 THEN 'failed' WHEN 2 THEN 'declined' ELSE 'succeeded' END,
       'customer', 'Not my network', updated_at, updated_at FROM payments
     WHERE id > ${BASE} AND status IN ('refunded', 'partially_refunded', 'completed') AND id % 12 = 7 AND amount_cents > 0`,

    `INSERT INTO email_deliveries (key, template, to_address, data, user_id, payment_id, status, queued_at, due_at, created_at, updated_at, sent_at)
     ${counting(mails)} SELECT 'scale:' || i, 'receipt', 'buyer' || i || '@mail.test', '{}', ${BASE} + 1 + i % ${users}, ${BASE} + i,
       CASE i % 20 WHEN 0 THEN 'dead' WHEN 1 THEN 'retrying' WHEN 2 THEN 'queued' ELSE 'sent' END,
       ${at(mails)}, ${at(mails)}, ${at(mails)}, ${at(mails)}, iif(i % 20 > 2, ${at(mails)}, NULL) FROM n`,

    `INSERT INTO contact_messages (first_name, last_name, email, subject, message, created_at, answered_at)
     ${counting(Math.min(20_000, users))} SELECT 'A', 'B', 'Buyer' || i || '@mail.test', 'Question ' || i, 'How does it work?', ${at(Math.min(20_000, users))},
       iif(i % 4, ${now}, NULL) FROM n`,

    `INSERT INTO audit_log (actor_id, action, subject, before, after, ip, created_at)
     ${counting(notes)} SELECT ${BASE} + 1 + i % 20 * ${Math.min(5000, Math.floor(users / 20))},
       CASE i % 4 WHEN 0 THEN 'coupon.create' WHEN 1 THEN 'payment.refund' WHEN 2 THEN 'user.deactivate' ELSE 'product.change' END,
       CASE i % 4 WHEN 0 THEN 'coupon:' WHEN 1 THEN 'payment:' WHEN 2 THEN 'user:' ELSE 'product:' END || i, '{}', '{"i":1}', '203.0.113.1',
       ${at(notes)} FROM n`,

    `INSERT INTO security_events (kind, user_id, network, request_id, data, created_at)
     ${counting(events)} SELECT CASE i % 4 WHEN 0 THEN 'key_wrong' ELSE 'login_failed' END, iif(i % 2, ${BASE} + 1, NULL), '203.0.113.0/24',
       'r' || i, '{"count":3,"others":0}', ${at(events)} FROM n`,

    `INSERT INTO reconciliation_runs (since, started_at, finished_at, checked)
     ${counting(NIGHTS)} SELECT ${at(NIGHTS)} - ${DAY}, ${at(NIGHTS)}, ${at(NIGHTS)}, 100 FROM n`,
    `INSERT INTO reconciliation_findings (kind, subject, details, found_at, last_seen_at, resolved_at, resolution)
     ${counting(events)} SELECT 'paid-no-access', 'payment:' || i, '{}', ${at(events)}, ${at(events)}, iif(i % 4, ${now}, NULL),
       iif(i % 4, 'gone', NULL) FROM n`,
    `INSERT INTO emergency_links (script_id, issued_by, reason, max_uses, created_at, expires_at)
     ${counting(emergencies)} SELECT 2, ${BASE} + 1, 'The mail did not arrive', 3, ${at(emergencies)}, ${at(emergencies)} + ${DAY} FROM n`,
    `INSERT INTO feed_events (kind, payment_id, user_id, purchases, created_at)
     SELECT 'purchase', id, user_id, 1, payment_date FROM payments WHERE id > ${BASE} AND payment_date IS NOT NULL LIMIT 50000`,
  ]
}

/** The part of a D1 database that `seedScale` uses. */
type Database = {
  prepare: (sql: string) => {
    run: () => Promise<unknown>
    all: () => Promise<{ results: Record<string, unknown>[] }>
  }
}

const COUNTERS = ['stats_days', 'stats_spans', 'shop_days', 'shop_totals']

/** Selects the statements of migrations that count existing rows. */
const COUNTING = new RegExp(
  `^(--.*\\n)*(INSERT INTO (${COUNTERS.join('|')})|UPDATE subscriptions SET monthly_cents) `,
)

/** The current triggers that update counters and feed: later migrations may have changed or added one. */
const SELECT_TRIGGERS = `SELECT name, sql FROM sqlite_master WHERE type = 'trigger'
  AND (${[...COUNTERS, 'feed_events'].map((table) => `sql LIKE '% ${table} %'`).join(' OR ')})`

/**
 * Fills an empty shop. Its triggers are dropped meanwhile: the counters are computed once at the end, by the counting
 * statements of `migrations` (their SQL, in order), and the feed gets its own rows.
 */
export async function seedScale(
  db: Database,
  migrations: readonly string[],
  size: Size,
  now: number,
): Promise<void> {
  const run = (sql: string) => db.prepare(sql).run()
  const counting = migrations
    .flatMap((sql) => sql.split('--> statement-breakpoint'))
    .map((statement) => statement.trim())
    .filter((statement) => COUNTING.test(statement))
  const { results: triggers } = await db.prepare(SELECT_TRIGGERS).all()
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`)
  for (const statement of statements(size, now)) await run(statement)
  for (const table of COUNTERS) await run(`DELETE FROM ${table}`)
  for (const statement of counting) await run(statement)
  for (const { sql } of triggers) await run(String(sql))
}
