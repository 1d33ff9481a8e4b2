import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { DAILY, EVERY_MINUTE } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { countedRefreshes } from '../../testing/hubs.ts'
import { aProduct } from '../../testing/products.ts'
import { consume, ring, unique } from '../../testing/shop.ts'
import { ShopLife } from '../../testing/shop-life.ts'
import { noScans, watched } from '../../testing/watched.ts'
import { healTotals } from './heal-totals.ts'
import { countAll } from './store.ts'

const CHANGES = 4000
type Row = Record<string, number | string | null>
const all = async (sql: string) => (await env.DB.prepare(sql).all<Row>()).results

beforeAll(async () => {
  const life = new ShopLife(3, [PREMIUM_ID, LIFETIME_ID], CHANGES)
  for (let done = 0; done < CHANGES; done += 100) {
    await life.live(100)
    await life.liveInVain()
  }
})

/** The figures of each day, added up from the source tables without the triggers' SQL. */
async function dayByDay(): Promise<Record<string, Record<string, number>>> {
  const days: Record<string, Record<string, number>> = {}
  const count = (at: unknown, scriptId: unknown, column: string, by: unknown = 1) => {
    const key = `${Math.floor(Number(at) / DAY)}/${scriptId}`
    days[key] ??= {}
    days[key][column] = (days[key][column] ?? 0) + Number(by)
  }
  for (const user of await all('SELECT * FROM users')) {
    count(user.created_at, 0, 'accounts_created')
    if (user.deleted_at !== null) count(user.deleted_at, 0, 'accounts_deleted')
  }
  const payments = await all('SELECT * FROM payments')
  const scriptOf = new Map(payments.map((payment) => [payment.id, payment.script_id]))
  const seen = new Set<string>()
  for (const one of payments.toSorted((a, b) => Number(a.payment_date) - Number(b.payment_date))) {
    if (one.client_payment_id !== null) {
      count(one.created_at, one.script_id, 'checkouts_started')
      if (one.payment_date !== null) count(one.created_at, one.script_id, 'checkouts_paid')
    }
    if (one.payment_date === null) continue
    count(one.payment_date, one.script_id, 'orders')
    if (one.referrer_id !== null) count(one.payment_date, one.script_id, 'referred_orders')
    count(one.payment_date, one.script_id, 'discount_cents', one.discount_cents)
    const names = [`mailbox ${one.email_identity}`, ...(one.user_id === null ? [] : [`user ${one.user_id}`])]
    if (!names.some((name) => seen.has(name))) count(one.payment_date, one.script_id, 'new_customers')
    for (const name of names) seen.add(name)
  }
  const lostBy = new Map<unknown, string>()
  for (const entry of await all('SELECT * FROM ledger_entries ORDER BY payment_id, revision')) {
    const scriptId = scriptOf.get(entry.payment_id ?? null)
    const amount = Number(entry.amount_cents)
    if (entry.kind === 'capture') count(entry.created_at, scriptId, 'gross_cents', amount)
    if (entry.kind === 'refund') count(entry.created_at, scriptId, 'refunds')
    if (entry.kind !== 'restore') lostBy.set(entry.payment_id, String(entry.kind))
    const lost = entry.kind === 'restore' ? lostBy.get(entry.payment_id) : entry.kind
    if (lost === 'refund') count(entry.created_at, scriptId, 'refunded_cents', -amount)
    if (lost === 'refund' && entry.kind === 'restore') count(entry.created_at, scriptId, 'refunds', -1)
    if (lost === 'dispute') count(entry.created_at, scriptId, 'disputed_cents', -amount)
  }
  for (const one of await all("SELECT * FROM referrals WHERE status <> 'cancelled'")) {
    count(one.created_at, scriptOf.get(one.payment_id ?? null) ?? 0, 'commission_cents', one.commission_cents)
  }
  const turns = await all(
    "SELECT e.*, s.script_id FROM feed_events e JOIN subscriptions s ON s.id = e.subscription_id WHERE e.kind IN ('subscription_started', 'subscription_ended')",
  )
  for (const turn of turns) {
    const column = turn.kind === 'subscription_started' ? 'subscriptions_started' : 'subscriptions_ended'
    count(turn.created_at, turn.script_id, column)
  }
  return days
}

/**
 * Compares the figures of each day and product, and their sums, with the source tables. Returns the number of days.
 * Without `events`, not those of subscriptions, whose source is deleted after thirty days.
 */
async function expectRightDays({ events }: { events: boolean }): Promise<number> {
  const isCompared = (column: string) => events || !column.startsWith('subscriptions_')
  const kept: Record<string, Record<string, number>> = {}
  for (const { day, script_id, mrr_cents: _, ...columns } of await all('SELECT * FROM stats_days')) {
    const moved = Object.entries(columns).filter(([column, value]) => value !== 0 && isCompared(column))
    if (moved.length > 0) kept[`${day}/${script_id}`] = Object.fromEntries(moved) as Record<string, number>
  }
  const days = await dayByDay()
  for (const day of Object.values(days))
    for (const [column, value] of Object.entries(day))
      if (value === 0 || !isCompared(column)) delete day[column]
  for (const key of Object.keys(days)) if (Object.keys(days[key] ?? {}).length === 0) delete days[key]
  expect(kept).toEqual(days)
  const sums =
    'sum(orders) AS orders, sum(gross_cents) AS gross, sum(mrr_cents) AS mrr, sum(accounts_created) AS accounts'
  expect(await all(`SELECT day, ${sums} FROM shop_days GROUP BY day`)).toEqual(
    await all(`SELECT day, ${sums} FROM stats_days GROUP BY day`),
  )
  expect(await all('SELECT sum(orders) AS orders, sum(net_cents) AS net FROM stats_spans')).toEqual(
    await all(
      'SELECT sum(orders) AS orders, sum(gross_cents - refunded_cents - disputed_cents) AS net FROM stats_days',
    ),
  )
  return Object.keys(days).length
}

describe('the daily figures', () => {
  test('equal the sums of the source tables for each day and product, after a random history', async () => {
    expect(await expectRightDays({ events: true })).toBeGreaterThan(80)
  })

  test('of recurring revenue and subscriptions add up to the current totals', async () => {
    const [sums] = await all(
      'SELECT sum(mrr_cents) AS mrr, sum(subscriptions_started - subscriptions_ended) AS live FROM stats_days',
    )
    const { counted } = await countAll(openDb(env.DB))
    expect(sums).toEqual({ mrr: counted.mrrCents, live: counted.subscriptions })
    expect(counted.mrrCents).toBeGreaterThan(0)
  })
})

describe('every night', () => {
  test('wrong counters are recounted and logged, and correct counters are not touched', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await ring(DAILY)
    expect(said.mock.calls.flat().join()).not.toContain('shop totals')
    await env.DB.prepare('UPDATE shop_totals SET revenue_cents = revenue_cents + 1, mrr_cents = 7').run()
    await ring(DAILY)
    expect(said.mock.calls.flat().join()).toContain('shop totals')
    const { kept, counted } = await countAll(openDb(env.DB))
    expect(kept).toEqual(counted)
    said.mockRestore()
  })

  test('a day whose figures differ from the ledger is logged, and the counters are checked against their sources', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // Both are off by the same amount: their sums agree. The one day with sales is the one in turn.
    await env.DB.batch([
      env.DB.prepare('DELETE FROM shop_days WHERE day <> (SELECT max(day) FROM shop_days)'),
      env.DB.prepare('UPDATE shop_days SET gross_cents = gross_cents + 7'),
      env.DB.prepare('UPDATE shop_totals SET revenue_cents = revenue_cents + 7'),
    ])
    expect(await healTotals(openDb(env.DB), Date.now())).toBe(true)
    expect(said.mock.calls.flat().join()).toContain('shop days')
    const { kept, counted } = await countAll(openDb(env.DB))
    expect(kept).toEqual(counted)
    await expectRightDays({ events: false })
    expect(await healTotals(openDb(env.DB), Date.now())).toBe(false)
    said.mockRestore()
  })

  // Each is off in the days and in the counters alike, so that their sums agree: as after a trigger that is missing.
  test.each([
    ['orders', 'orders', 'purchases'],
    ['revenue', 'gross_cents', 'revenue_cents'],
    ['new accounts', 'accounts_created', 'users'],
    ['deleted accounts', '-accounts_deleted', 'users'],
  ])(
    'an error in yesterday’s %s, in the days and the counters alike, is found and corrected the next morning',
    async (_, signed, total) => {
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const column = signed.replace('-', '')
      const [row] = await all(`SELECT * FROM stats_days WHERE ${column} > 0 ORDER BY day DESC LIMIT 1`)
      const morning = (Number(row?.day) + 1) * DAY
      expect(await healTotals(openDb(env.DB), morning)).toBe(false)
      await env.DB.batch([
        env.DB.prepare(`UPDATE stats_days SET ${column} = 0 WHERE day = ? AND script_id = ?`).bind(
          row?.day,
          row?.script_id,
        ),
        env.DB.prepare(`UPDATE shop_totals SET ${total} = ${total} ${signed === column ? '-' : '+'} ?`).bind(
          row?.[column],
        ),
      ])
      expect(await healTotals(openDb(env.DB), morning)).toBe(true)
      expect(said.mock.calls.flat().join()).toContain('shop days')
      said.mockRestore()
      const { kept, counted } = await countAll(openDb(env.DB))
      expect(kept).toEqual(counted)
      await expectRightDays({ events: false })
      expect(await healTotals(openDb(env.DB), morning)).toBe(false)
    },
  )

  test('a refund that failed and an order whose capture is missing have the same figures after a recount', async () => {
    const { id } = await aProduct()
    const now = Date.now()
    const pay = (reference: string) => [
      env.DB.prepare(`INSERT INTO payments (reference, script_id, purchase_type, payment_provider, status, amount_cents,
        original_cents, created_at, updated_at) VALUES (?1, ?2, 'one-time', 'stripe', 'pending', 4900, 4900, ?3, ?3)`).bind(
        reference,
        id,
        now,
      ),
      env.DB.prepare("UPDATE payments SET status = 'completed', payment_date = ? WHERE reference = ?").bind(
        now,
        reference,
      ),
    ]
    const enter = (kind: string, cents: number, revision: number) =>
      env.DB.prepare(`INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at)
        SELECT id, ?, ?, ?, ? FROM payments WHERE reference = 'restored'`).bind(kind, cents, revision, now)
    await env.DB.batch([
      ...pay('restored'),
      ...pay('without-capture'),
      enter('capture', 4900, 1),
      enter('refund', -4900, 2),
      enter('restore', 4900, 3),
    ])
    const figures = () => all(`SELECT * FROM stats_days WHERE script_id = ${id}`)
    const before = await figures()
    expect(before).toMatchObject([{ orders: 2, gross_cents: 4900, refunded_cents: 0, refunds: 0 }])
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await env.DB.prepare('UPDATE shop_totals SET revenue_cents = revenue_cents + 1').run()
    expect(await healTotals(openDb(env.DB), now + DAY)).toBe(true)
    said.mockRestore()
    expect(await figures()).toEqual(before)
    expect(await healTotals(openDb(env.DB), now + DAY)).toBe(false)
  })

  test('subscriptions that the days lack are entered on this day, once', async () => {
    await env.DB.prepare(
      'UPDATE stats_days SET subscriptions_started = subscriptions_started + 2, mrr_cents = mrr_cents + 2999 WHERE day = (SELECT max(day) FROM stats_days)',
    ).run()
    const watch = watched()
    expect(await healTotals(openDb(watch.bindings.DB), Date.now())).toBe(true)
    // Everything is counted once: of the days, each portion reads ranges of indexes.
    await noScans(
      watch.statements.filter(({ sql }) => !/from "shop_totals"$|^update "shop_totals"/.test(sql)),
    )
    expect(await healTotals(openDb(env.DB), Date.now())).toBe(false)
    const { kept, counted } = await countAll(openDb(env.DB))
    expect(kept).toEqual(counted)
  })

  test('events older than thirty days are deleted, except for the newest event', async () => {
    const ends = () =>
      all('SELECT min(created_at) AS first, max(id) AS last, count(*) AS count FROM feed_events')
    await aUser()
    await ring(DAILY)
    const [after] = await ends()
    expect(Number(after?.first)).toBeGreaterThan(Date.now() - 31 * DAY)
    await env.DB.prepare('UPDATE feed_events SET created_at = 1').run()
    await ring(DAILY)
    expect(await ends()).toEqual([{ first: 1, last: after?.last, count: 1 }])
  })
})

describe('the hub is asked to refresh', () => {
  const withQueue = (send: () => Promise<void>) => ({ ...env, FEED: { send } as unknown as typeof env.FEED })
  const message = () => ({
    firstName: 'A',
    lastName: 'B',
    email: `${unique('m')}@mail.test`,
    subject: 'Hello there',
    message: 'A message that is long enough.',
    newsletter: false,
  })

  test('after a request that may have changed something, not after a refusal, a read or a licence check', async () => {
    let asked = 0
    const bindings = withQueue(async () => {
      asked += 1
    })
    const browser = visitor(bindings)
    expect((await browser.post('/api/contact', message())).status).toBeLessThan(300)
    expect(asked).toBe(1)
    expect((await browser.post('/api/contact', {})).status).toBe(400)
    expect((await browser.get('/api/products')).status).toBe(200)
    await browser.post('/api/licences/check', { licenceKey: 'WF-1', deviceId: 'device-1', product: 2 })
    expect(asked).toBe(1)
    await consume([], {}, bindings)
    expect(asked).toBe(2)
  })

  test('by the next minute’s cron run where the queue fails, and the request still succeeds', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const browser = visitor(withQueue(() => Promise.reject(new Error('the queue rests'))))
    expect((await browser.post('/api/contact', message())).status).toBeLessThan(300)
    expect(said.mock.calls.flat().join()).toContain('the queue rests')
    said.mockRestore()
    const { bindings, refreshes } = countedRefreshes()
    await ring(EVERY_MINUTE, bindings)
    expect(refreshes()).toBe(1)
  })
})
