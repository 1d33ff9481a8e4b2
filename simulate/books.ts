import { globSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Answer } from './client.ts'

/** Money that a provider collected in one payment, with its refunds and disputes, in cents. */
export type Taking = {
  provider: 'stripe' | 'coinbase' | 'btcpay'
  /** The id of the payment intent, the checkout or the invoice. */
  id: string
  /** The provider ids that the shop may have stored: intent, session, checkout, invoice. */
  names: string[]
  receivedCents: number
  refundedCents: number
  /** A bank withdrew the money, temporarily or permanently. */
  disputed: boolean
  /** A refund of this money failed after it was sent. */
  hasFailedRefund: boolean
}

type Payment = {
  id: number
  provider: string
  checkoutId: string | null
  intentId: string | null
  transactionId: string | null
  purchaseType: string
  status: string
  amountCents: number
  originalCents: number
  discountCents: number
  refundedCents: number
  receivedCents: number
  paidAt: number | null
  flaggedReason: string | null
  subscriptionId: number | null
  couponId: number | null
  userId: number | null
  productId: number
  email: string | null
  referrerId: number | null
  nextCheckAt: number | null
  /** For a subscription payment: the end of the paid month. */
  periodEnd: number | null
  /** Completed by hand without the provider's answer: the cents at its page that were known by then. Else null. */
  countedByHandCents: number | null
  /** What had been refunded by then, in cents. */
  refundedBeforeHandCents: number
  /** The largest amount that was reported to support after that, in cents. */
  lateReportedCents: number
  /** The number of reports to support about another payment for the same product. */
  twiceReports: number
}
type Grant = {
  id: number
  accessType: string
  paymentId: number | null
  subscriptionId: number | null
  isActive: number
  status: string
  licences: number
  liveLicences: number
}
/** `at`: when the provider accepted it, epoch milliseconds. */
type Mail = { to: string; subject: string; text: string; key: string | null; at: number }

/** All compared data: the shop's tables, the providers' books, and the screens of the simulated people. */
export type Books = {
  /** The moved clock at the end of the run. */
  now: number
  takings: Taking[]
  payments: Payment[]
  /** Additional checkouts of a payment, for its amount due. */
  checkouts: { paymentId: number; checkoutId: string | null }[]
  ledger: { paymentId: number; kind: string; amountCents: number }[]
  /** Invoices and, with a negative amount, credit notes. `kind`: of the ledger entry; null: a correction. */
  invoices: { series: string; number: number; paymentId: number; kind: string | null; amountCents: number }[]
  grants: Grant[]
  refunds: {
    id: number
    paymentId: number
    status: string
    amountCents: number
    providerRefundId: string | null
  }[]
  commissions: {
    paymentId: number | null
    payoutId: number | null
    referrerId: number
    cents: number
    status: string
    referrerGone: number
  }[]
  payouts: { id: number; referrerId: number; totalCents: number }[]
  coupons: { id: number; code: string; currentUses: number; maxUses: number | null }[]
  couponUses: { couponId: number; paymentId: number | null; state: string }[]
  deliveries: {
    id: number
    key: string
    reference: string
    run: number
    template: string
    toAddress: string
    status: string
    paymentId: number | null
    lastError: string | null
  }[]
  outbox: {
    key: string
    topic: string
    dispatchedAt: number | null
    attempts: number
    lastError: string | null
    userId: number | null
    notificationIds: string[]
  }[]
  events: {
    id: number
    provider: string
    eventId: string
    type: string
    handledAt: number | null
    lastError: string | null
  }[]
  findings: { kind: string; subject: string; details: string }[]
  subscriptions: { id: number; stripeId: string | null; status: string; periodEnd: number }[]
  /** Subscriptions at the provider. */
  stripeSubscriptions: { id: string; status: string }[]
  stripeRefunds: { id: string; status: string }[]
  /** By name: `counted` is the stored counter, `actual` the result of counting the rows. */
  counters: { name: string; counted: number; actual: number }[]
  mails: Mail[]
  /** Webhooks that the provider could not deliver. */
  undelivered: { id: string; provider: string; type: string; state: string }[]
  /** Delivery attempts of payment providers' webhooks with a 5xx response of the shop. */
  failedWebhooks: { id: string; provider: string; type: string; status: number; note: string }[]
  /** Totals on the admins' screen; null: the screen was not read. */
  adminTotals: { users: number; purchases: number; subscriptions: number; revenueCents: number } | null
  /** Notifications on each person's screen, by account. */
  screens: { userId: number; notificationIds: string[] }[]
  /** The products on each person's dashboard, with the response status of their downloads. */
  shelves: { userId: number; products: { id: number; status: number }[] }[]
  answers: Answer[]
}

type Seen = Pick<Books, 'now' | 'adminTotals' | 'screens' | 'shelves' | 'answers'>

/** Reads the books of a stopped shop. */
export function readBooks(stateDir: string, seen: Seen): Books {
  const shop = open(stateDir, 'd1/*')
  const sandbox = open(stateDir, 'do/windfall-sandbox-SandboxState')
  try {
    return { ...readShop(shop), ...readProviders(sandbox), ...seen }
  } finally {
    shop.close()
    sandbox.close()
  }
}

function open(stateDir: string, folder: string): DatabaseSync {
  const files = globSync(`${stateDir}/v3/${folder}/*.sqlite`).filter(
    (path) => !path.endsWith('metadata.sqlite'),
  )
  if (files.length !== 1) throw new Error(`${files.length} databases in ${stateDir}/v3/${folder}`)
  return new DatabaseSync(files[0] ?? '')
}

/** The caller's row type must match the columns of the SQL. */
const all = <Row>(db: DatabaseSync, sql: string): Row[] => db.prepare(sql).all() as Row[]

export function readShop(
  db: DatabaseSync,
): Omit<
  Books,
  | 'takings'
  | 'stripeSubscriptions'
  | 'stripeRefunds'
  | 'mails'
  | 'undelivered'
  | 'failedWebhooks'
  | keyof Seen
> {
  const outbox = all<{
    key: string
    topic: string
    payload: string
    dispatchedAt: number | null
    attempts: number
    lastError: string | null
  }>(
    db,
    'SELECT key, topic, payload, dispatched_at AS dispatchedAt, attempts, last_error AS lastError FROM outbox ORDER BY id',
  )
  return {
    payments: all(
      db,
      `SELECT id, payment_provider AS provider, checkout_id AS checkoutId, intent_id AS intentId, transaction_id AS transactionId,
        purchase_type AS purchaseType, status, amount_cents AS amountCents, original_cents AS originalCents,
        discount_cents AS discountCents, refunded_cents AS refundedCents, received_cents AS receivedCents, payment_date AS paidAt,
        flagged_reason AS flaggedReason, subscription_id AS subscriptionId, coupon_id AS couponId, user_id AS userId, script_id AS productId, email,
        referrer_id AS referrerId, next_check_at AS nextCheckAt, period_end AS periodEnd,
        (SELECT json_extract(e.details, '$.countedCents') FROM payment_events e
          WHERE e.payment_id = payments.id AND e.kind = 'settled') AS countedByHandCents,
        (SELECT coalesce(sum(json_extract(e.details, '$.amountCents')), 0) FROM payment_events e
          WHERE e.payment_id = payments.id AND e.kind LIKE 'given-back:%' AND e.id < (SELECT s.id FROM payment_events s
            WHERE s.payment_id = payments.id AND s.kind = 'settled')) AS refundedBeforeHandCents,
        (SELECT coalesce(max(CAST(substr(e.kind, 12) AS INTEGER)), 0) FROM payment_events e
          WHERE e.payment_id = payments.id AND e.kind LIKE 'late-money:%') AS lateReportedCents,
        (SELECT count(*) FROM payment_events e WHERE e.payment_id = payments.id AND e.kind LIKE 'paid-twice:%') AS twiceReports
        FROM payments ORDER BY id`,
    ),
    checkouts: all(db, 'SELECT payment_id AS paymentId, checkout_id AS checkoutId FROM payment_checkouts'),
    ledger: all(
      db,
      'SELECT payment_id AS paymentId, kind, amount_cents AS amountCents FROM ledger_entries ORDER BY id',
    ),
    invoices: all(
      db,
      `SELECT i.series, i.number, i.payment_id AS paymentId, e.kind,
        iif(i.series = 'invoice', i.amount_cents, -i.amount_cents) AS amountCents
        FROM invoices i LEFT JOIN ledger_entries e ON e.id = i.ledger_entry_id ORDER BY i.id`,
    ),
    grants: all(
      db,
      `SELECT g.id, access_type AS accessType, payment_id AS paymentId, subscription_id AS subscriptionId, is_active AS isActive, status,
        (SELECT count(*) FROM licences l WHERE l.grant_id = g.id) AS licences,
        (SELECT count(*) FROM licences l WHERE l.grant_id = g.id AND l.revoked_at IS NULL) AS liveLicences FROM user_scripts g ORDER BY g.id`,
    ),
    refunds: all(
      db,
      `SELECT id, payment_id AS paymentId, status, amount_cents AS amountCents, provider_refund_id AS providerRefundId
        FROM refunds ORDER BY id`,
    ),
    commissions: all(
      db,
      `SELECT r.payment_id AS paymentId, r.referrer_id AS referrerId, r.commission_cents AS cents, r.status, r.payout_id AS payoutId,
        u.deleted_at IS NOT NULL AS referrerGone FROM referrals r JOIN users u ON u.id = r.referrer_id ORDER BY r.id`,
    ),
    payouts: all(
      db,
      'SELECT id, referrer_id AS referrerId, total_cents AS totalCents FROM referral_payouts ORDER BY id',
    ),
    coupons: all(
      db,
      'SELECT id, code, current_uses AS currentUses, max_uses AS maxUses FROM coupons ORDER BY id',
    ),
    couponUses: all(
      db,
      'SELECT coupon_id AS couponId, payment_id AS paymentId, state FROM coupon_usages ORDER BY id',
    ),
    deliveries: all(
      db,
      `SELECT id, key, reference, run, template, to_address AS toAddress, status, payment_id AS paymentId, last_error AS lastError FROM email_deliveries ORDER BY id`,
    ),
    outbox: outbox.map(({ payload, ...row }) => ({ ...row, ...aboutUser(JSON.parse(payload)) })),
    events: all(
      db,
      `SELECT id, provider, event_id AS eventId, type, handled_at AS handledAt, last_error AS lastError FROM webhook_events ORDER BY id`,
    ),
    findings: all(
      db,
      'SELECT kind, subject, details FROM reconciliation_findings WHERE resolved_at IS NULL ORDER BY id',
    ),
    subscriptions: all(
      db,
      'SELECT id, stripe_subscription_id AS stripeId, status, current_period_end AS periodEnd FROM subscriptions ORDER BY id',
    ),
    counters: all(db, COUNTERS),
  }
}

type Payload = { userId?: number; messages?: { type: string; data?: { id?: string } }[] }

const aboutUser = ({ userId = null as never, messages = [] }: Payload) => ({
  userId: userId as number | null,
  notificationIds: messages.flatMap(({ type, data }) =>
    type === 'notification' && data?.id !== undefined ? [data.id] : [],
  ),
})

const LIVE = "status IN ('active', 'trialing', 'past_due')"
const days = (column: string) => `(SELECT coalesce(sum(${column}), 0) FROM stats_days)`
const total = (column: string) => `(SELECT ${column} FROM shop_totals)`

/** The counters that triggers maintain, each with a query that counts the rows. */
const COUNTERS = [
  ['users', total('users'), '(SELECT count(*) FROM users WHERE deleted_at IS NULL)'],
  ['purchases', total('purchases'), '(SELECT count(*) FROM payments WHERE payment_date IS NOT NULL)'],
  ['subscriptions', total('subscriptions'), `(SELECT count(*) FROM subscriptions WHERE ${LIVE})`],
  ['revenue', total('revenue_cents'), '(SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries)'],
  [
    'monthly revenue',
    total('mrr_cents'),
    `(SELECT coalesce(sum(monthly_cents), 0) FROM subscriptions WHERE stripe_subscription_id IS NOT NULL AND ${LIVE})`,
  ],
  ['orders of all days', days('orders'), '(SELECT count(*) FROM payments WHERE payment_date IS NOT NULL)'],
  [
    'gross of all days',
    days('gross_cents'),
    "(SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries WHERE kind = 'capture')",
  ],
  [
    'net of all days',
    days('gross_cents - refunded_cents - disputed_cents'),
    '(SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries)',
  ],
  [
    'commissions of all days',
    days('commission_cents'),
    "(SELECT coalesce(sum(commission_cents), 0) FROM referrals WHERE status <> 'cancelled')",
  ],
  [
    'accounts of all days',
    days('accounts_created - accounts_deleted'),
    '(SELECT count(*) FROM users WHERE deleted_at IS NULL)',
  ],
]
  .map(([name, counted, actual]) => `SELECT '${name}' AS name, ${counted} AS counted, ${actual} AS actual`)
  .join(' UNION ALL ')

type Charge = { id: string; payment_intent: string; amount: number; disputed: boolean }
type Refund = { id: string; charge: string; amount: number; status: string }
type Session = { id: string; payment_intent: string | null }
type Checkout = { id: string; status: string; amount: string; refundedAmount?: string }
type Invoice = { id: string; payments: { value: string; status: string }[] }
type PullPayment = { invoiceId: string; amount: string; archived: boolean }

const cents = (amount: string | undefined) => Math.round(Number(amount ?? 0) * 100)
/** The sandbox's exchange rate: US dollars per coin. */
const RATE = 50_000

export function readProviders(
  db: DatabaseSync,
): Pick<
  Books,
  'takings' | 'stripeSubscriptions' | 'stripeRefunds' | 'mails' | 'undelivered' | 'failedWebhooks'
> {
  const objects = <Body>(table: 'stripe_objects' | 'crypto_objects', kind: string): Body[] =>
    all<{ body: string }>(db, `SELECT body FROM ${table} WHERE kind = '${kind}' ORDER BY seq`).map(
      ({ body }) => JSON.parse(body),
    )
  const refunds = objects<Refund>('stripe_objects', 'refund')
  const sessions = objects<Session>('stripe_objects', 'checkout.session')
  const pulls = objects<PullPayment>('crypto_objects', 'btcpay.pull_payment')
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

  const cards = objects<Charge>('stripe_objects', 'charge').map(
    ({ id, payment_intent: intent, amount, disputed }): Taking => ({
      provider: 'stripe',
      id: intent,
      receivedCents: amount,
      disputed,
      names: [intent, ...sessions.filter((one) => one.payment_intent === intent).map((one) => one.id)],
      refundedCents: sum(
        refunds.filter(({ charge, status }) => charge === id && status !== 'failed').map((one) => one.amount),
      ),
      hasFailedRefund: refunds.some(({ charge, status }) => charge === id && status === 'failed'),
    }),
  )
  const coins = objects<Checkout>('crypto_objects', 'coinbase.checkout')
    .filter(({ status }) => ['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(status))
    .map(
      ({ id, amount, refundedAmount }): Taking => ({
        provider: 'coinbase',
        id,
        names: [id],
        disputed: false,
        hasFailedRefund: false,
        receivedCents: cents(amount),
        refundedCents: cents(refundedAmount),
      }),
    )
  const invoices = objects<Invoice>('crypto_objects', 'btcpay.invoice')
    .map(
      ({ id, payments }): Taking => ({
        provider: 'btcpay',
        id,
        names: [id],
        disputed: false,
        hasFailedRefund: false,
        receivedCents: sum(
          payments
            .filter(({ status }) => status === 'Settled')
            .map(({ value }) => Math.round(Number(value) * RATE * 100)),
        ),
        refundedCents: sum(
          pulls
            .filter(({ invoiceId, archived }) => invoiceId === id && !archived)
            .map(({ amount }) => cents(amount)),
        ),
      }),
    )
    .filter(({ receivedCents, refundedCents }) => receivedCents > 0 || refundedCents > 0)
  return {
    takings: [...cards, ...coins, ...invoices],
    stripeSubscriptions: objects('stripe_objects', 'subscription'),
    stripeRefunds: refunds,
    mails: all<{ body: string; key: string | null; at: number }>(
      db,
      'SELECT body, idempotency_key AS key, at FROM mails ORDER BY seq',
    ).map(({ body, key, at }) => {
      const { to, subject, text = '' } = JSON.parse(body) as { to: string[]; subject: string; text?: string }
      return { to: to.join(), subject, text, key, at }
    }),
    undelivered: all(
      db,
      "SELECT id, provider, type, state FROM webhook_events WHERE state IN ('pending', 'held', 'failed') ORDER BY seq",
    ),
    failedWebhooks: all(
      db,
      `SELECT e.id, e.provider, e.type, a.status, a.note FROM webhook_attempts a JOIN webhook_events e ON e.id = a.event_id
       WHERE a.status >= 500 AND e.provider <> 'resend' ORDER BY a.seq`,
    ),
  }
}
