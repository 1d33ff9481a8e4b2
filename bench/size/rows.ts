// What a shop has beside the rows of `seedScale`: what follows a sale (access, licences, files, downloads, provider
// events, messages), and what people leave (sessions, reviews, marks). Texts are as long as those of real rows.
import { createHash } from 'node:crypto'
import { DAY, HOUR } from '../../src/shared/core/time.ts'
import { BASE, counting, PRODUCTS, type Size } from '../../src/worker/testing/scale.ts'

/** Published versions of a product, in any shop: a catalogue does not grow with the sales. */
const RELEASES = 8
const hex = (bytes: number) => `lower(hex(randomblob(${bytes})))`
/** A text of this length, which does not compress. */
const text = (length: number) => `substr(hex(randomblob(${Math.ceil(length / 2)})), 1, ${length})`

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** The statements, in order. Run after `seedScale`, with all triggers in place. */
export function restOfShop({ users }: Size, now: number): string[] {
  const recent = (days: number) => `created_at > ${now - days * DAY}`
  const some = (table: string, one: number) => `${table} WHERE id > ${BASE} AND id % ${one} = 0`
  return [
    `INSERT INTO script_releases (id, script_id, version, script_path, file_name, file_size, file_type, sha256, contents, changelog,
       created_at, published_at, announced_at)
     ${counting(PRODUCTS * RELEASES)} SELECT ${BASE} + i, 101 + (i - 1) % ${PRODUCTS}, (1 + i / ${PRODUCTS}) || '.' || (i % 7),
       'releases/' || i || '.zip', 'farmer.zip', 48000, 'application/zip', ${hex(32)}, '[]', ${text(200)},
       ${now} - (800 - i * 8) * ${DAY}, ${now} - (800 - i * 8) * ${DAY}, ${now} - 1 FROM n`,

    `INSERT INTO user_scripts (user_id, script_id, access_type, payment_id, is_active, status, purchased_at, created_at, updated_at)
     SELECT user_id, script_id, 'purchase', id, status IN ('completed', 'partially_refunded'),
       CASE status WHEN 'refunded' THEN 'refunded' WHEN 'disputed' THEN 'disputed' ELSE 'active' END, payment_date, payment_date, payment_date
     FROM payments WHERE id > ${BASE} AND purchase_type = 'one-time' AND payment_date IS NOT NULL`,
    `INSERT INTO user_scripts (user_id, script_id, access_type, payment_id, subscription_id, purchased_at, expires_at, created_at, updated_at)
     SELECT s.user_id, s.script_id, 'subscription', min(p.id), s.id, s.created_at, s.current_period_end, s.created_at, s.created_at
     FROM subscriptions s JOIN payments p ON p.subscription_id = s.id AND p.payment_date IS NOT NULL
     WHERE s.id > ${BASE} GROUP BY s.id`,
    `INSERT INTO licences (grant_id, licence_key, device_limit, same_ip_only, created_at, revoked_at)
     SELECT id, 'WF-' || ${text(35)}, iif(subscription_id IS NULL, 2, 5), subscription_id IS NULL, created_at, iif(is_active, NULL, created_at)
     FROM user_scripts`,
    `INSERT INTO activations (licence_id, device_id, ip, slot, activated_at, last_seen_at)
     SELECT id, ${hex(16)}, '203.0.113.7', 1, created_at, created_at FROM licences WHERE revoked_at IS NULL`,
    `INSERT INTO downloads (user_id, payment_id, script_id, release_id, via, ip, user_agent, network, created_at)
     SELECT g.user_id, g.payment_id, r.script_id, r.id, 'session', iif(g.purchased_at > ${now - 180 * DAY}, '203.0.113.7', NULL),
       iif(g.purchased_at > ${now - 180 * DAY}, '${AGENT}', NULL), ${hex(16)}, g.purchased_at + n.i * ${DAY}
     FROM user_scripts g JOIN (SELECT 1 AS i UNION SELECT 2) n
       JOIN script_releases r ON r.id = ${BASE} + ${PRODUCTS} * (n.i - 1) + iif(g.script_id = 2, 1 + g.id % ${PRODUCTS}, g.script_id - 100)`,

    `UPDATE payments SET hosted_url = 'https://checkout.stripe.com/c/pay/' || ${text(160)}, terms_version = '2026-11-28',
       tax = '{"name":null,"percent":null,"country":null,"taxId":null,"isReverseCharge":false,"cents":null,"ofCents":null,"status":null,"by":"none"}'
     WHERE id > ${BASE}`,
    `INSERT INTO payment_events (payment_id, kind, source, details, created_at)
     SELECT id, 'settled', 'webhook', json_object('checkoutId', ${text(130)}), created_at
     FROM payments WHERE id > ${BASE} AND payment_date IS NOT NULL`,
    `INSERT INTO payment_checkouts (payment_id, provider, reference, checkout_id, hosted_url, amount_cents, received_cents, created_at, closed_at)
     SELECT id, 'coinbase', ${hex(16)}, ${hex(12)}, 'https://business.coinbase.com/checkouts/' || ${hex(12)}, amount_cents, amount_cents, created_at, updated_at
     FROM payments WHERE id > ${BASE} AND payment_provider = 'coinbase' AND amount_cents > 0 AND payment_date IS NOT NULL`,
    `INSERT INTO webhook_events (provider, event_id, type, payload, received_at, handled_at, outcome, attempts)
     SELECT payment_provider, 'evt_' || id || k.column1, k.column1, iif(created_at > ${now - 90 * DAY}, ${text(2300)}, ''), payment_date, payment_date, 'settled', 1
     FROM payments JOIN (VALUES ('checkout.session.completed'), ('charge.succeeded'), ('payment_intent.succeeded')) k WHERE id > ${BASE} AND payment_date IS NOT NULL`,
    `INSERT INTO outbox (key, topic, payload, created_at, next_attempt_at, attempts, dispatched_at)
     SELECT k.column1 || ':' || id, iif(k.column1 = 'receipt', 'email', 'user'), json_object('deliveryKey', ${text(250)}), payment_date, payment_date, 1, payment_date
     FROM payments JOIN (VALUES ('receipt'), ('notice'), ('refresh')) k WHERE id > ${BASE} AND payment_date > ${now - 30 * DAY}`,
    `INSERT INTO identity_uses (offer, kind, identity, number, payment_id, created_at)
     SELECT 'coupon:' || coupon_id, k.column1, ${hex(32)}, 1, payment_id, applied_at
     FROM coupon_usages JOIN (VALUES ('account'), ('mailbox')) k WHERE state = 'redeemed'`,
    `UPDATE coupon_usages SET is_marked = 1 WHERE state = 'redeemed'`,
    `INSERT INTO guest_checkouts (payment_id, secret_hash, client_payment_id, created_at)
     SELECT id, ${hex(32)}, ${hex(16)}, created_at FROM payments WHERE id > ${BASE} AND user_id IS NULL AND ${recent(30)}`,
    `INSERT INTO checkout_reminders (payment_id, due_at, done_at, created_at)
     SELECT id, created_at + ${4 * HOUR}, created_at + ${4 * HOUR}, created_at FROM payments WHERE id > ${BASE} AND id % 3 = 0 AND ${recent(30)}`,
    `INSERT INTO contract_withdrawals (reference, payment_id, name, created_at)
     SELECT ${hex(8)}, id, 'Ann Buyer', payment_date FROM ${some('payments', 500)} AND payment_date IS NOT NULL`,
    `UPDATE email_deliveries SET data = json_object('note', ${text(290)}), provider_message_id = ${hex(16)}, attempts = 1 WHERE key LIKE 'scale:%'`,
    `INSERT INTO email_deliveries (key, template, to_address, data, user_id, payment_id, status, attempts, provider_message_id, queued_at, due_at,
       created_at, updated_at, sent_at)
     SELECT k.column1 || ':' || id, k.column1, email, json_object('note', ${text(290)}), user_id, id, 'sent', 1, ${hex(16)}, payment_date, payment_date,
       payment_date, payment_date, payment_date
     FROM payments JOIN (VALUES ('receipt')) k WHERE id > ${BASE} AND payment_date IS NOT NULL`,

    `INSERT INTO sessions (sid, user_id, sess, created_at, last_seen_at, expire)
     SELECT ${hex(32)}, id, '{"ip":"203.0.113.7","userAgent":"${AGENT}"}', ${now} - id % 29 * ${DAY}, ${now} - id % 6 * ${DAY}, ${now} + (30 - id % 29) * ${DAY}
     FROM ${some('users', 3)}`,
    `INSERT INTO auth_tokens (user_id, purpose, token_hash, email, created_at, expires_at)
     SELECT id, 'verify_email', ${hex(32)}, email, ${now}, ${now + DAY} FROM ${some('users', 200)}`,
    `INSERT INTO one_time_values (hash, purpose, user_id, created_at, expires_at)
     SELECT ${hex(32)}, 'download', id, ${now}, ${now + DAY} FROM ${some('users', 100)}`,
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     SELECT id, ${hex(32)}, ${text(160)}, 1, '[]', 1, 'Laptop', created_at FROM ${some('users', 20)}`,
    `INSERT INTO billing_details (user_id, details, country, updated_at)
     SELECT id, '{"name":"Ann Buyer","address":"2 Buyer Road","vatId":""}', 'DE', created_at FROM ${some('users', 20)}`,
    `INSERT INTO beta_choices (user_id, script_id, chosen_at) SELECT id, 101 + id % ${PRODUCTS}, created_at FROM ${some('users', 20)}`,
    `INSERT INTO user_notes (user_id, author_id, text, created_at)
     SELECT id, ${BASE} + 1, 'Asked about the invoice.', created_at FROM ${some('users', 20)}`,
    `INSERT INTO recall_receipts (release_id, user_id, seen_at) SELECT ${BASE} + 1 + id % ${PRODUCTS}, id, ${now} FROM ${some('users', 10)}`,
    `INSERT INTO subscribers (email, email_key, created_at, confirmed_at)
     ${counting(Math.ceil(users / 3))} SELECT 'reader' || i || '@mail.test', 'reader' || i || '@mail.test', ${now} - i, ${now} - i FROM n`,
    `INSERT INTO email_suppressions (email_key, reason, created_at) SELECT email_key, 'bounced', created_at FROM ${some('users', 100)}`,
    `UPDATE users SET username_skeleton = username_key WHERE id > ${BASE}`,
    `INSERT INTO reviews (user_id, script_id, grant_id, rating, text, display_name, state, reason, created_at, submitted_at, published_at)
     SELECT user_id, script_id, id, 3 + id % 3, ${text(180)}, 'A buyer', CASE id % 20 WHEN 5 THEN 'pending' WHEN 15 THEN 'rejected' ELSE 'published' END,
       iif(id % 20 = 15, 'An advertisement', NULL), purchased_at + 1, purchased_at + 1, iif(id % 20 IN (5, 15), NULL, purchased_at + ${DAY})
     FROM user_scripts WHERE user_id IS NOT NULL AND access_type = 'purchase' AND is_active = 1 AND id % 5 = 0
     ON CONFLICT DO NOTHING`,
    `UPDATE script_releases SET yanked_at = ${now - DAY}, yank_reason = 'It leaks keys', recall_advice = 'Delete it.', notified_at = ${now}
     WHERE id = ${BASE + 2}`,
    `INSERT OR IGNORE INTO job_runs (name, fence, started_at, expires_at, completed_at, created_at)
     SELECT column1, 1, ${now}, ${now}, ${now}, ${now} FROM (VALUES ('every-minute'), ('every-five-minutes'), ('daily'), ('payouts'))`,
  ]
}

/** The entries of the public log, in any shop: it grows with what is published, not with the sales. */
export function logEntries(): { entry: string; leaf: string }[] {
  return Array.from({ length: PRODUCTS * RELEASES }, (_, at) => {
    const sha256 = createHash('sha256').update(`file ${at}`).digest('hex')
    const entry = JSON.stringify({
      type: 'publish',
      at: new Date(Date.UTC(2025, 0, 1 + (at % 600))).toISOString(),
      product: { id: 101 + (at % PRODUCTS), slug: `scale-${1 + (at % PRODUCTS)}` },
      version: `1.${at}`,
      sha256,
      size: 48_000,
      manifest: sha256,
      key: sha256,
      signature: 'x'.repeat(300),
    })
    const leaf = createHash('sha256').update(`\0${entry}`).digest('hex')
    return { entry, leaf }
  })
}
