import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { EXPORT_NAMES } from '#shared/exports/contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aCoupon } from '../../testing/coupons.ts'
import { readTable } from '../../testing/csv.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, buy, happens, intentOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { watched } from '../../testing/watched.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const path = (name: string, query = '') => `/api/secure-management/exports/${name}.csv${query}`

async function exported(admin: SignedIn, name: string, query = '') {
  const response = await admin.fetch('GET', path(name, query))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  expect(response.status, text).toBe(200)
  return { response, text, rows: readTable(text) }
}

/** Every file, with the parameters that it needs. */
async function allFiles() {
  const { release } = await aProduct({ release: { yankedAt: Date.now() } })
  return EXPORT_NAMES.map((name) => [name, name === 'downloaders' ? `?release=${release.id}` : ''] as const)
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('an export is a file with today’s date, uncached, in UTF-8 with its byte order mark and CRLF line ends', async () => {
  const admin = await aUser({ admin: true })
  for (const [name, query] of await allFiles()) {
    const { response, text } = await exported(admin, name, query)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="windfall-${name}-${new Date().toISOString().slice(0, 10)}\\.csv"`),
    )
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
  }
})

test('the orders export has times, amounts and names, and takes the filters of the list', async () => {
  const [admin, user, product] = [await aUser({ admin: true }), await aUser(), await aProduct()]
  const { paymentId } = await bought(user, product.id)
  await happens(async () => sandbox.refund(await intentOf(paymentId), 5))
  const open = await buy(user, (await aProduct()).id)
  const { paymentId: monthly } = await bought(user, PREMIUM_ID, 'subscription')
  const mine = async (query: string) =>
    (await exported(admin, 'orders', query)).rows.filter(({ username }) => username === user.username)
  const all = await mine('')
  expect(all.map(({ id }) => Number(id))).toEqual([paymentId, open.paymentId, monthly])
  expect(all[0]).toMatchObject({
    status: 'partially_refunded',
    type: 'one-time',
    product: product.name,
    currency: 'usd',
    price: '19.50',
    discount: '0.00',
    amount: '19.50',
    refunded: '0.05',
    provider: 'stripe',
    created_at: expect.stringMatching(ISO),
    paid_at: expect.stringMatching(ISO),
    email: user.email,
    coupon: '',
  })
  expect(all[1]).toMatchObject({ status: 'pending', paid_at: '' })
  expect((await mine('?type=subscription')).map(({ id }) => Number(id))).toEqual([monthly])
  expect((await mine('?status=pending')).map(({ id }) => Number(id))).toEqual([open.paymentId])
  const ofProduct = await mine(`?type=one-time&product=${product.id}`)
  expect(ofProduct.map(({ id }) => Number(id))).toEqual([paymentId])
  expect((await mine('?type=one-time&status=pending')).map(({ id }) => Number(id))).toEqual([open.paymentId])
  const today = new Date().toISOString().slice(0, 10)
  expect(await mine(`?from=${today}&to=${today}`)).toHaveLength(3)
  expect(await mine('?to=2020-01-01')).toHaveLength(0)
  expect((await admin.get(path('orders', '?status=nonsense'))).status).toBe(400)
  expect((await admin.get(path('orders', '?from=yesterday'))).status).toBe(400)
})

// spec: csv-exports
test('no file contains a secret', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  await bought(user, PREMIUM_ID, 'subscription')
  const address = `0x${'a1'.repeat(20)}`
  await env.DB.prepare('UPDATE users SET payout_address = ? WHERE id = ?').bind(address, user.id).run()
  const of = (sql: string) => env.DB.prepare(sql).bind(user.id).first<string>('secret')
  const secrets = await Promise.all([
    of('SELECT password AS secret FROM users WHERE id = ?'),
    of('SELECT sid AS secret FROM sessions WHERE user_id = ?'),
    of('SELECT reference AS secret FROM payments WHERE user_id = ?'),
    of('SELECT client_payment_id AS secret FROM payments WHERE user_id = ?'),
    of('SELECT hosted_url AS secret FROM payments WHERE user_id = ?'),
    of('SELECT stripe_customer_id AS secret FROM subscriptions WHERE user_id = ?'),
    of(
      'SELECT l.licence_key AS secret FROM licences l JOIN user_scripts g ON g.id = l.grant_id WHERE g.user_id = ?',
    ),
  ])
  for (const secret of secrets) expect(secret?.length).toBeGreaterThan(5)
  for (const [name, query] of await allFiles()) {
    const { text } = await exported(admin, name, query)
    for (const secret of [...secrets, user.cookies.get('session'), 'argon2', address])
      expect(text.includes(String(secret)), `${name}: ${secret}`).toBe(false)
  }
})

// spec: csv-exports
test('text from strangers is exported without formulas, with its quotes, commas and line breaks', async () => {
  const admin = await aUser({ admin: true })
  const evil = '=HYPERLINK("http://evil.test","Click, me")\nnow'
  await aCoupon({ description: evil })
  await aCoupon({ discountType: 'fixed_amount', discountValue: 500, description: '-5' })
  const { rows, text } = await exported(admin, 'coupons')
  expect(rows.map(({ description, value }) => [description, value])).toEqual([
    [`'${evil}`, '20'],
    ['-5', '5.00'],
  ])
  expect(text).toContain(`"'=HYPERLINK(""http://evil.test"",""Click, me"")\nnow"`)
})

test('a negative amount is exported as a number', async () => {
  const admin = await aUser({ admin: true })
  await env.DB.prepare(
    "INSERT INTO referrals (referrer_id, source_event, kind, commission_cents, status, created_at) VALUES (?, 'refund:1', 'reversal', -195, 'pending', 1)",
  )
    .bind(admin.id)
    .run()
  const { rows } = await exported(admin, 'referrals', '?status=pending')
  expect(rows).toMatchObject([{ kind: 'reversal', commission: '-1.95', referrer: admin.username }])
})

test('users, subscriptions and daily figures are in their exports', async () => {
  const [admin, user] = [await aUser({ admin: true }), await aUser()]
  await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(user.id).run()
  const users = await exported(admin, 'users')
  expect(users.rows.find(({ username }) => username === user.username)).toMatchObject({
    id: String(user.id),
    email: user.email,
    status: 'deactivated',
    is_admin: 'false',
  })
  const buyer = await aUser()
  await bought(buyer, PREMIUM_ID, 'subscription')
  const subscriptions = await exported(admin, 'subscriptions', '?status=active')
  expect(subscriptions.rows.at(-1)).toMatchObject({ username: buyer.username, monthly: '29.99' })
  const days = await exported(admin, 'stats', '?range=7d')
  expect(days.rows).toHaveLength(7)
  const [counted] = (await env.DB.prepare('SELECT * FROM shop_totals').all<Record<string, number>>()).results
  expect(days.rows.at(-1)).toMatchObject({
    date: new Date().toISOString().slice(0, 10),
    active_subscriptions: String(counted?.subscriptions),
    accounts: String(counted?.users),
  })
})

test('an export longer than a page has each row once, even where many rows have the same time', async () => {
  const admin = await aUser({ admin: true })
  await env.DB.prepare(
    `INSERT INTO audit_log (actor_id, action, subject, created_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
     SELECT 1, 'big.list', 'big:' || i, 1000 + i / 1200 FROM n`,
  ).run()
  const { rows } = await exported(admin, 'audit', '?to=1970-01-01')
  const big = rows.filter(({ action }) => action === 'big.list').map(({ subject }) => subject)
  expect(big).toEqual(Array.from({ length: 2500 }, (_, index) => `big:${index + 1}`))
})

test('the audit log has the admin, the list and the filter of an export before its first byte', async () => {
  const admin = await aUser({ admin: true })
  await exported(admin, 'orders', '?status=refunded')
  await exported(admin, 'users')
  const { results } = await env.DB.prepare(
    'SELECT action, subject, after FROM audit_log WHERE actor_id = ? ORDER BY id',
  )
    .bind(admin.id)
    .all()
  expect(results).toEqual([
    { action: 'export.orders', subject: 'export:orders', after: '{"status":"refunded"}' },
    { action: 'export.users', subject: 'export:users', after: null },
  ])
})

test('an export stops reading when the client cancels', async () => {
  const watch = watched()
  const admin = await aUser({ admin: true, bindings: watch.bindings })
  await env.DB.prepare(
    `INSERT INTO audit_log (actor_id, action, subject, created_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000)
     SELECT 1, 'long.list', 'long:' || i, 5000 + i FROM n`,
  ).run()
  watch.statements.length = 0
  const response = await admin.fetch('GET', path('audit'))
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.read()
  await reader?.cancel()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const pages = watch.statements.filter(({ sql }) => /^select.* from "audit_log"/.test(sql))
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.length).toBeLessThanOrEqual(3)
})

test('an admin’s 31st export in a row is refused with 429', async () => {
  stopClock()
  const admin = await aUser({ admin: true })
  const statuses = []
  for (let time = 0; time < 31; time++) statuses.push((await admin.fetch('GET', path('coupons'))).status)
  expect(statuses.indexOf(429)).toBe(30)
})

test('an export is refused to another site’s page, and works where a person opens its URL', async () => {
  const admin = await aUser({ admin: true })
  const from = async (site: string) =>
    (await admin.fetch('GET', path('coupons'), { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }))
      .status
  expect([await from('cross-site'), await from('same-site')]).toEqual([403, 403])
  const noted = await env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE actor_id = ?')
    .bind(admin.id)
    .first('n')
  expect(noted).toBe(0)
  expect([await from('none'), await from('same-origin')]).toEqual([200, 200])
})
