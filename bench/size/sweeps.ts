// The work that each scheduled sweep finds in the measurement of size: the same in a small and in a big shop. A sweep that is
// missing here fails it.
import { DAY } from '../../src/shared/core/time.ts'
import { BASE } from '../../src/worker/testing/scale.ts'

export type Work = {
  /** Statements that give the sweep something to do; executed before each run, not measured. */
  prepare?: (round: number) => string[]
  /** Selects how many rows one run handles, where a bigger shop has more of them. The time is divided by it. */
  units?: string
}

const now = Date.now()
const some = (table: string, where: string, count = 20, offset = 0) =>
  `id IN (SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT ${count} OFFSET ${offset})`
const due = (table: string, set: string, where: string, count = 20): Work => ({
  prepare: () => [`UPDATE ${table} SET ${set} WHERE ${some(table, where, count)}`],
})

/** Mails to all whose day it is: more sales a day are more mails a day. */
const bulk = (template: string): Work => ({
  prepare: () => [`DELETE FROM email_deliveries WHERE template = '${template}'`],
  units: `SELECT 1 + count(*) FROM email_deliveries WHERE template = '${template}'`,
})

export const SWEEPS: Record<string, Work> = {
  outbox: {
    prepare: () => [
      `UPDATE outbox SET dispatched_at = NULL, next_attempt_at = 0 WHERE id IN (SELECT id FROM outbox WHERE topic = 'email' ORDER BY id LIMIT 10)`,
    ],
  },
  deliveries: {
    prepare: () => [
      `UPDATE email_deliveries SET status = 'retrying', next_attempt_at = 0 WHERE id IN (SELECT id FROM email_deliveries ORDER BY id LIMIT 20)`,
    ],
  },
  log: {},
  guests: { units: 'SELECT min(1000, count(*)) FROM payments' },
  undelivered: {
    prepare: (round) => [
      `UPDATE payments SET flagged_reason = 'Paid for a product that has no file to download', next_delivery_at = 0 WHERE ${some('payments', "status = 'completed' AND purchase_type = 'one-time'", 3, round * 3)}`,
    ],
  },
  announcements: {
    prepare: () => [
      `UPDATE script_releases SET announced_at = NULL, published_at = ${now - 1000}, announce_cursor = 0 WHERE id = ${BASE + 96}`,
      `DELETE FROM email_deliveries WHERE template IN ('new-release', 'new-script')`,
    ],
    units: "SELECT 1 + count(*) FROM email_deliveries WHERE template IN ('new-release', 'new-script')",
  },
  alert: {},
  events: due(
    'webhook_events',
    "type = 'payment_method.attached', handled_at = NULL, next_attempt_at = 0, attempts = 0",
    "provider = 'stripe'",
    10,
  ),
  licences: { units: 'SELECT min(500, count(*)) FROM user_scripts' },
  'duplicate-prepaid': due(
    'subscriptions',
    `status = 'active', current_period_end = ${now + 3 * DAY}`,
    'stripe_subscription_id IS NULL',
    5,
  ),
  prepaid: {
    prepare: (round) => [
      `UPDATE subscriptions SET status = 'active', ended_at = NULL, current_period_end = ${now - 1000} - ${round} WHERE ${some('subscriptions', 'stripe_subscription_id IS NULL', 5)}`,
    ],
  },
  trials: {
    prepare: (round) => [
      `UPDATE subscriptions SET status = 'trialing', trial_ends_at = ${now + DAY} + ${round} WHERE ${some('subscriptions', 'stripe_subscription_id IS NOT NULL', 5)}`,
    ],
  },
  'second payments': { units: "SELECT min(100, count(*)) FROM refunds WHERE status = 'failed'" },
  'lost runs': {},
  'reminders of checkouts': {
    prepare: (round) => [
      `INSERT INTO checkout_reminders (payment_id, due_at, created_at) SELECT id, 0, 0 FROM payments WHERE ${some('payments', "status IN ('failed', 'expired')", 5)}
         ON CONFLICT DO UPDATE SET done_at = NULL, due_at = ${round}`,
    ],
  },
  uploads: {
    prepare: () => [
      `INSERT INTO uploads (key, actor_id, created_at) VALUES ('a', 1, 0), ('b', 1, 0), ('c', 1, 0), ('d', 1, 0)`,
    ],
  },
  payments: due(
    'payments',
    "status = 'pending', next_check_at = 0",
    "status IN ('failed', 'pending') AND user_id IS NULL",
    5,
  ),
  refunds: due('refunds', "status = 'pending', next_attempt_at = 0", "status IN ('failed', 'pending')", 3),
  upgrades: {},
  subscriptions: due(
    'subscriptions',
    `status = 'active', current_period_end = ${now - DAY}, updated_at = 0`,
    'stripe_subscription_id IS NOT NULL',
    5,
  ),
  sessions: {
    prepare: () => [
      `INSERT INTO sessions (sid, user_id, sess, created_at, last_seen_at, expire) SELECT 'old' || id, id, '{}', 0, 0, 0 FROM users ORDER BY id LIMIT 20`,
    ],
  },
  retention: {
    prepare: () => [
      `UPDATE outbox SET dispatched_at = 1 WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT 1)`,
      `UPDATE webhook_events SET payload = 'x' WHERE id IN (SELECT id FROM webhook_events ORDER BY id LIMIT 10)`,
    ],
  },
  totals: {},
  skeletons: due('users', 'username_skeleton = NULL', '1'),
  identity: {
    prepare: () => [
      `DELETE FROM identity_uses WHERE payment_id IN (SELECT payment_id FROM coupon_usages WHERE ${some('coupon_usages', "state = 'redeemed'")})`,
      `UPDATE coupon_usages SET is_marked = 0 WHERE ${some('coupon_usages', "state = 'redeemed'")}`,
    ],
  },
  commissions: due(
    'referrals',
    `status = 'pending', matures_at = ${now - 1}`,
    "kind = 'commission' AND status <> 'cancelled'",
    10,
  ),
  reconciliation: {
    prepare: () => [`UPDATE reconciliation_runs SET finished_at = ${now} WHERE finished_at IS NULL`],
  },
  reminders: bulk('updates-end'),
  'review requests': bulk('review-request'),
  'check of the log': {},
  payouts: { units: 'SELECT 1 + count(*) FROM referral_payouts' },
}

const book = (table: string): { table: string; work: Work } => ({
  table,
  work: {
    prepare: () => ['UPDATE reconciliation_runs SET finished_at = NULL WHERE id = 1'],
    units: `SELECT min(500, count(*)) FROM ${table}`,
  },
})

/** The books of a reconciliation. */
export const BOOKS = {
  payment: book('payments'),
  grant: book('user_scripts'),
  licence: book('licences'),
  usage: book('coupon_usages'),
  coupon: book('coupons'),
  referral: book('referrals'),
}
