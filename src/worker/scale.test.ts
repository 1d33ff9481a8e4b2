import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import type { Stats } from '#shared/stats/contract.ts'
import { aUser, type SignedIn } from './testing/clients.ts'
import { expectShopDaysRight } from './testing/counters.ts'
import { patience, sized } from './testing/depth.ts'
import { allRoutes } from './testing/routes/all-routes.ts'
import { BIG, type Size, seedScale } from './testing/scale.ts'
import { planOf, rowsReadBy, type Statement, sortsOf, watched } from './testing/watched.ts'

/**
 * A list of the back office. `rows` is its table with its filter, and `key` its order, newest first: the cursors of
 * deep pages are taken from them.
 */
type List = {
  path: string
  rows?: string
  key?: 'id' | 'created_at, id'
  /** Rows read per row shown, where joined tables and counts are many. */
  factor?: number
  /** The first page includes the sum of all rows. */
  summed?: true
}

const BY_TIME = 'created_at, id'

/** One entry per list and per filter. */
const LISTS: List[] = [
  { path: '/api/coupons', rows: 'coupons', key: BY_TIME },
  { path: '/api/secure-management/refunds', rows: 'refunds' },
  { path: '/api/secure-management/refunds?status=review', rows: "refunds WHERE status = 'review'" },
  { path: '/api/secure-management/payouts', rows: "referral_payouts WHERE status = 'open'", summed: true },
  { path: '/api/secure-management/payouts?status=paid', rows: "referral_payouts WHERE status = 'paid'" },
  ...['queued', 'retrying', 'sent', 'dead'].map((status) => ({
    path: `/api/secure-management/email-deliveries?status=${status}`,
    rows: `email_deliveries WHERE status = '${status}'`,
  })),
  { path: '/api/recovery/runs', rows: 'reconciliation_runs' },
  { path: '/api/secure-management/users', rows: 'users', key: BY_TIME },
  {
    path: '/api/secure-management/purchases',
    rows: "payments WHERE purchase_type = 'one-time'",
    key: BY_TIME,
  },
  ...['completed', 'refunded', 'disputed'].map((status) => ({
    path: `/api/secure-management/purchases?status=${status}`,
    rows: `payments WHERE purchase_type = 'one-time' AND status = '${status}'`,
    key: BY_TIME as List['key'],
  })),
  {
    path: '/api/secure-management/purchases?type=subscription&product=2&status=completed',
    rows: "payments WHERE purchase_type = 'subscription' AND script_id = 2 AND status = 'completed'",
    key: BY_TIME,
  },
  { path: '/api/secure-management/subscriptions', rows: 'subscriptions', key: BY_TIME },
  {
    path: '/api/secure-management/subscriptions?status=active',
    rows: "subscriptions WHERE status = 'active'",
    key: BY_TIME,
  },
  { path: '/api/secure-management/audit', rows: 'audit_log' },
  { path: '/api/secure-management/security/events', rows: 'security_events', key: BY_TIME },
  {
    path: '/api/secure-management/security/events?kind=key_wrong',
    rows: "security_events WHERE kind = 'key_wrong'",
    key: BY_TIME,
  },
  { path: '/api/secure-management/security/acts', rows: "audit_log WHERE action = 'payment.refund'" },
  { path: '/api/secure-management/referrals', rows: 'referrals' },
  {
    path: '/api/secure-management/contact-messages',
    rows: 'contact_messages WHERE answered_at IS NULL',
    key: BY_TIME,
  },
  { path: '/api/secure-management/contact-messages?state=all', rows: 'contact_messages', key: BY_TIME },
  { path: '/api/recovery/findings', rows: 'reconciliation_findings WHERE resolved_at IS NULL' },
  { path: '/api/recovery/findings?open=false', rows: 'reconciliation_findings' },
]

/** Routes with their own tests, below or next to the routes. They read only the requested range or the open rows. */
const OTHERS = [
  '/api/secure-management/stats',
  ...[
    'users',
    'orders',
    'subscriptions',
    'coupons',
    'referrals',
    'audit',
    'stats',
    'downloaders',
    'invoices',
  ].map((name) => `/api/secure-management/exports/${name}.csv`),
  '/api/recovery/pending-payments',
  // Of the staff, and the counts of a week: at most 50 rows of a kind in an hour.
  '/api/secure-management/security',
  '/api/secure-management/security/sessions',
  '/api/secure-management/security/staff',
  // One review a purchase: the query-plan test checks the order of its index.
  '/api/secure-management/reviews',
  // One row, the newest.
  '/api/secure-management/seller',
  '/api/secure-management/seller/tax',
  // Short lists: admins create their rows by hand.
  '/api/secure-management/products',
  '/api/secure-management/publisher-keys',
  '/api/secure-management/emergency-links',
]

/** Tables that grow with the shop. */
const GROWING = new Set([
  'users',
  'payments',
  'subscriptions',
  'ledger_entries',
  'referrals',
  'referral_payouts',
  'refunds',
  'coupons',
  'coupon_usages',
  'email_deliveries',
  'contact_messages',
  'audit_log',
  'security_events',
  'feed_events',
  'reconciliation_runs',
  'reconciliation_findings',
  'user_scripts',
  'licences',
  'downloads',
  'sessions',
])

/** Far more rows than any page may read. */
const SHOP: Size = {
  users: sized(20_000, BIG.users),
  payments: sized(60_000, BIG.payments),
  subscriptions: sized(10_000, BIG.subscriptions),
}

const LIMIT = 50
/** Rows per day in `stats_days`: the products of the big shop, Premium, and the shop itself (product 0). */
const PRODUCTS_A_DAY = 14
const FACTOR = 8
/** Rows read for the session and by every page, independent of its length. */
const BESIDES = 60

const watch = watched()
let admin: SignedIn

beforeAll(async () => {
  const migrations = env.TEST_MIGRATIONS.map(({ sql }) => sql)
  const before = await readTriggers()
  await seedScale(env.DB, migrations, SHOP, Date.now())
  expect(await readTriggers()).toEqual(before)
  await expectShopDaysRight()
  admin = await aUser({ admin: true, bindings: watch.bindings })
}, patience(180_000))

const readTriggers = async () =>
  (await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").all())
    .results

/** Requests the path as a browser does, and measures the queries, round trips and rows read. */
async function measured(path: string) {
  watch.statements.length = 0
  watch.trips = 0
  const answer = await admin.get<unknown[]>(path)
  expect(answer.status, `${path}: ${answer.text.slice(0, 200)}`).toBe(200)
  const reads = watch.statements.filter(({ sql }) => /^\s*(select|with)/i.test(sql))
  const read = await Promise.all(reads.map(rowsReadBy))
  return { answer, trips: watch.trips, reads, rowsRead: read.reduce((sum, rows) => sum + rows, 0) }
}

/** The query plan steps that a list must not have: a scan of a whole growing table, or a sort. */
async function badSteps(statement: Statement): Promise<string[]> {
  const steps = await planOf(statement)
  // The table behind each alias of the query.
  const aliases = new Map(
    [...statement.sql.matchAll(/(?:from|join)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)].flatMap(
      ([, table = '', alias = table]) => [
        [table, table],
        [alias, table],
      ],
    ) as [string, string][],
  )
  const grows = (name: string) => GROWING.has(aliases.get(name) ?? name)
  // A step in the order of an index or of the ids stops at the limit: it does not scan the whole table.
  const ordered = /\border by\b.*\blimit\b/is.test(statement.sql)
  const limited = /\blimit\b/i.test(statement.sql)
  const scans = steps
    .filter((step) => {
      const [, name] = /^SCAN (\w+)/.exec(step) ?? []
      if (name === undefined || !grows(name)) return false
      return !(ordered || (limited && /USING (COVERING )?INDEX/.test(step)))
    })
    .map((step) => `${step} ← ${statement.sql}`)
  return [...scans, ...(await sortsOf(statement))]
}

/** The cursor of the page that begins below the row `offset` from the top. */
async function cursorAt({ rows, key = 'id' }: List, offset: number): Promise<string> {
  const order = key.replaceAll(/(\w+)/g, '$1 DESC')
  const row = await env.DB.prepare(`SELECT ${key} FROM ${rows} ORDER BY ${order} LIMIT 1 OFFSET ?`)
    .bind(offset)
    .first<{ id: number; created_at?: number }>()
  return row?.created_at === undefined ? String(row?.id) : `${row.created_at}-${row.id}`
}

const pathsOf = (lists: readonly List[]) => lists.map(({ path }) => path.split('?')[0] ?? '')

test('badSteps reports a scan and a sort, and rowsReadBy counts every row that is read', async () => {
  const scan = { sql: 'SELECT * FROM payments p WHERE hosted_url = ? LIMIT 5', params: ['x'] }
  expect(await badSteps(scan)).toHaveLength(1)
  expect(await rowsReadBy(scan)).toBeGreaterThanOrEqual(SHOP.payments)
  const sort = { sql: 'SELECT * FROM payments WHERE status = ? ORDER BY updated_at LIMIT 5', params: ['x'] }
  expect(await badSteps(sort)).toHaveLength(1)
  const deep = { sql: 'SELECT id FROM payments ORDER BY id DESC LIMIT 5 OFFSET 50000', params: [] }
  expect(await rowsReadBy(deep)).toBeGreaterThan(50_000)
})

// spec: call-admin-lists-size
test('LISTS and OTHERS name every list of the back office', () => {
  const got = allRoutes
    .filter(({ method, path }) => method === 'GET' && !path.includes(':') && !path.includes('*'))
    .map(({ path }) => path)
    .filter((path) => /^\/api\/(secure-management|recovery|coupons)(\/|$)/.test(path))
  const known = new Set([...pathsOf(LISTS), ...OTHERS])
  expect([...new Set(got)].filter((path) => !known.has(path))).toEqual([])
})

describe('in a big shop', () => {
  // spec: call-admin-lists-size
  test.each(LISTS)('$path costs the same on its first page, in the middle and at its end', async (list) => {
    const count = await env.DB.prepare(`SELECT count(*) AS n FROM ${list.rows}`).first<{ n: number }>()
    const total = count?.n ?? 0
    expect(total, 'too few rows to say anything').toBeGreaterThan(3 * LIMIT)
    const with_ = (cursor: string) => `${list.path}${list.path.includes('?') ? '&' : '?'}${cursor}`
    const pages = [
      { path: with_(`limit=${LIMIT}`), shown: LIMIT, more: true },
      {
        path: with_(`limit=${LIMIT}&cursor=${await cursorAt(list, Math.floor(total / 2))}`),
        shown: LIMIT,
        more: true,
      },
      { path: with_(`limit=${LIMIT}&cursor=${await cursorAt(list, total - 8)}`), shown: 7, more: false },
    ]
    for (const { path, shown, more } of pages) {
      const { answer, trips, reads, rowsRead } = await measured(path)
      expect(answer.data, path).toHaveLength(shown)
      expect(answer.nextCursor !== null, path).toBe(more)
      expect(trips, path).toBeLessThanOrEqual(2)
      expect((await Promise.all(reads.map(badSteps))).flat(), path).toEqual([])
      const sum = list.summed && shown === LIMIT && !path.includes('cursor') ? 2 * total : 0
      expect(rowsRead, path).toBeLessThanOrEqual((list.factor ?? FACTOR) * (LIMIT + 1) + BESIDES + sum)
    }
  })

  test('the list of pending payments reads only open payments, however many others there are', async () => {
    const open = await env.DB.prepare("SELECT count(*) AS n FROM payments WHERE status = 'pending'").first<{
      n: number
    }>()
    const path = '/api/recovery/pending-payments?limit=50'
    const first = await measured(path)
    const { pendingCount } = first.answer.data as unknown as { pendingCount: number }
    expect(pendingCount).toBe(open?.n)
    const next = await measured(`${path}&cursor=${first.answer.nextCursor}`)
    for (const { trips, rowsRead } of [first, next]) {
      expect(trips).toBeLessThanOrEqual(2)
      expect(rowsRead).toBeLessThanOrEqual(12 * pendingCount + BESIDES)
    }
  })

  // spec: stats-figures
  test.each([
    ['today', '', 14],
    ['7d', '', 14],
    ['30d', '', 60],
    ['90d', '', 180],
    ['custom', '&from=2025-06-01&to=2026-05-31', 730],
  ])('stats of %s read the rows of their days, not of the whole shop', async (range, more, days) => {
    const { answer, trips, reads, rowsRead } = await measured(
      `/api/secure-management/stats?range=${range}${more}`,
    )
    expect(trips).toBeLessThanOrEqual(2)
    const steps = (await Promise.all(reads.map(badSteps))).flat()
    // Products and countries are sorted by their sums: one group for each, not the rows of a growing table.
    const isSorted = /^USE TEMP B-TREE FOR (GROUP|ORDER) BY ← select "(scripts"|country", sum)/
    expect(steps.filter((step) => !isSorted.test(step))).toEqual([])
    // A day has one row for the shop and one per sold product, whose product row is read too.
    const since = range === 'custom' ? 366 : 0
    expect(rowsRead).toBeLessThanOrEqual(2 * (days + since) + days * PRODUCTS_A_DAY * 2 + BESIDES)
    const { from, to, current } = answer.data as unknown as Stats
    const sold = await env.DB.prepare(
      'SELECT sum(amount_cents) AS cents FROM ledger_entries WHERE created_at >= ? AND created_at < ?',
    )
      .bind(Date.parse(from), Date.parse(to) + DAY)
      .first<{ cents: number }>()
    expect(Math.round(current.revenue * 100)).toBe(sold?.cents ?? 0)
  })

  test(
    'an export of all orders takes a query per thousand rows, each as cheap as the first',
    async () => {
      watch.statements.length = 0
      const response = await admin.fetch('GET', '/api/secure-management/exports/orders.csv')
      let lines = 0
      const end = sized(30, SHOP.payments / 1000) * 1000
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        lines += piece.split('\r\n').length - 1
        if (lines > end && end < SHOP.payments) break
      }
      const pages = watch.statements.filter(({ sql }) => /from "payments"/.test(sql))
      // An empty page marks the end. Where the test stops reading early, a few pages are read ahead.
      expect(lines).toBeGreaterThan(end)
      expect(pages.length).toBeGreaterThanOrEqual(end / 1000)
      expect(pages.length).toBeLessThanOrEqual(end / 1000 + (end < SHOP.payments ? 4 : 1))
      if (end === SHOP.payments) expect(lines).toBe(SHOP.payments + 1)
      expect(watch.statements.length).toBeLessThan(400)
      for (const page of [pages[0], pages[end / 2000], pages[end / 1000 - 1]]) {
        if (!page) throw new Error('There are fewer pages')
        expect(await badSteps(page)).toEqual([])
        expect(await rowsReadBy(page)).toBeLessThanOrEqual(6 * 1000)
      }
    },
    patience(120_000),
  )

  test.each([
    ['users', ''],
    ['orders', '?type=one-time'],
    ['orders', '?type=subscription&status=refunded&from=2026-01-01'],
    ['orders', '?from=2026-03-01&to=2026-03-02'],
    ['subscriptions', '?status=canceled'],
    ['coupons', ''],
    ['referrals', ''],
    ['audit', '?from=2026-01-01&to=2026-01-31'],
  ])('an export of %s%s walks an index', async (name, filter) => {
    watch.statements.length = 0
    const response = await admin.fetch('GET', `/api/secure-management/exports/${name}.csv${filter}`)
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    const reads = watch.statements.filter(({ sql }) => /^select/i.test(sql))
    expect(reads.length).toBeLessThanOrEqual(4)
    expect((await Promise.all(reads.map(badSteps))).flat()).toEqual([])
    const read = await Promise.all(reads.map(rowsReadBy))
    expect(Math.max(...read)).toBeLessThanOrEqual(6 * 1000)
  })
})
