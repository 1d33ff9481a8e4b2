import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { configOf } from '../providers/config.ts'
import { aUser, type SignedIn, visitor } from '../testing/clients.ts'
import { aCoupon, validate } from '../testing/coupons.ts'
import { aProduct, stockPlans } from '../testing/products.ts'
import { bought, buy } from '../testing/purchases.ts'
import { sandbox } from '../testing/sandbox.ts'
import { unique } from '../testing/shop.ts'
import { watched } from '../testing/watched.ts'
import type { AppEnv } from './app-env.ts'
import { onError } from './on-error.ts'
import { openDatabase } from './open-database.ts'
import { signedInByBatch } from './permissions.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const ours = { 'sec-fetch-site': 'same-origin' }
const json = { 'content-type': 'application/json' }

const LISTS = [
  '/api/my-products',
  '/api/user/purchases',
  '/api/user/subscriptions',
  '/api/user/downloads',
  '/api/user/licences',
  '/api/payment/open',
  '/api/payment/billing-country',
  '/api/payment/upgrade',
  '/api/user/referrals',
  '/api/user/referral-stats',
  '/api/contracts',
  '/api/recalls',
]

const orderOf = (user: SignedIn, productId: number) => ({
  productId,
  provider: 'stripe',
  email: user.email,
  clientPaymentId: unique('visit'),
  purchaseType: 'one-time',
})

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

/** The rows that only these routes write for this account. */
const writtenFor = async ({ id }: SignedIn) =>
  (await env.DB.prepare(
    `SELECT (SELECT count(*) FROM payments WHERE user_id = ?1)
      + (SELECT count(*) FROM outbox WHERE json_extract(payload, '$.userId') = ?1) AS count`,
  )
    .bind(id)
    .first('count')) as number

test('lists and a payment of the account, a coupon, a test notification and an order look up the login in their first round trip', async () => {
  const watch = watched()
  const user = await aUser({ bindings: watch.bindings })
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  const { code } = await aCoupon()
  const tripsOf = async (asking: () => Promise<{ status: number }>, trips: number, status = 200) => {
    watch.trips = 0
    watch.statements.length = 0
    expect((await asking()).status).toBe(status)
    expect(watch.statements[0]?.sql).toMatch(/from "sessions"/)
    expect(watch.trips).toBe(trips)
  }
  const reads = [...LISTS, `/api/user/reviews/${product.id}`, `/api/payment/${paymentId}`]
  for (const path of reads) await tripsOf(() => user.get(path), 1)
  expect((await user.get<unknown[]>('/api/my-products')).data).toHaveLength(1)
  // The second one stores that the notification was sent, after the answer.
  await tripsOf(() => user.get('/api/test-notification', ours), 2)
  const other = await aProduct()
  await tripsOf(() => user.post('/api/payment/create', orderOf(user, other.id)), 3, 201)
  // Then the marks of the mailbox, and the paid periods of Premium.
  await tripsOf(() => validate(user, 'NOSUCHCODE', other.id), 1, 404)
  await tripsOf(() => validate(user, code, other.id), 2)
  await bought(user, PREMIUM_ID, 'subscription')
  await tripsOf(() => user.get('/api/payment/upgrade'), 2)
})

describe('a session that does not count', () => {
  const past = (ago: number) => Date.now() - ago
  const ends: [string, boolean, (user: SignedIn) => Promise<unknown>][] = [
    ['has expired', false, ({ id }) => run('UPDATE sessions SET expire = ? WHERE user_id = ?', past(1), id)],
    [
      'was not used for seven days',
      false,
      ({ id }) => run('UPDATE sessions SET last_seen_at = ? WHERE user_id = ?', past(7 * DAY), id),
    ],
    ['was ended elsewhere', false, ({ id }) => run('DELETE FROM sessions WHERE user_id = ?', id)],
    [
      'of a closed account',
      false,
      ({ id }) => run('UPDATE users SET deactivated_at = ? WHERE id = ?', past(1), id),
    ],
    [
      'of a deleted account',
      false,
      ({ id }) => run('UPDATE users SET deleted_at = ? WHERE id = ?', past(1), id),
    ],
    [
      'of an admin, not used for 30 minutes',
      true,
      ({ id }) => run('UPDATE sessions SET last_seen_at = ? WHERE user_id = ?', past(30 * MINUTE), id),
    ],
    [
      'of an admin, 12 hours old',
      true,
      ({ id }) => run('UPDATE sessions SET created_at = ? WHERE user_id = ?', past(12 * HOUR), id),
    ],
  ]

  test.each(ends)('%s: 401 everywhere, with nothing written for its account', async (_, admin, end) => {
    const [user, product] = [await aUser({ admin }), await aProduct()]
    const { paymentId } = await bought(user, product.id)
    const { code } = await aCoupon()
    await end(user)
    const before = await writtenFor(user)
    for (const path of [...LISTS, `/api/user/reviews/${product.id}`, `/api/payment/${paymentId}`]) {
      const answer = await user.get(path)
      expect([answer.status, answer.text], path).toEqual([401, expect.not.stringContaining(user.username)])
    }
    expect((await user.get('/api/test-notification', ours)).status).toBe(401)
    expect((await user.post('/api/payment/create', orderOf(user, product.id))).status).toBe(401)
    for (const one of [code, 'NOSUCHCODE']) expect((await validate(user, one, product.id)).status).toBe(401)
    expect(await writtenFor(user)).toBe(before)
  })
})

test('a payment of another account is 404 by its number and by its checkout, paid or open', async () => {
  const [owner, other] = [await aUser(), await aUser()]
  const [paid, open] = [await bought(owner, (await aProduct()).id), await buy(owner, (await aProduct()).id)]
  for (const { paymentId, checkoutId } of [paid, open])
    for (const reference of [paymentId, checkoutId]) {
      expect((await owner.get(`/api/payment/${reference}`)).data).toMatchObject({ id: paymentId })
      const answer = await other.get(`/api/payment/${reference}`)
      expect([answer.status, answer.text]).toEqual([404, expect.not.stringContaining(owner.email)])
    }
})

const POSTS = ['/api/payment/create', '/api/coupons/validate']

test.each(POSTS)(
  '%s of nobody is 401, also where its body is not valid; another site’s is 403',
  async (path) => {
    const [user, former] = [await aUser(), await aUser()]
    await run('DELETE FROM sessions WHERE user_id = ?', former.id)
    const create = (who: { fetch: SignedIn['fetch'] }, headers: Record<string, string>, body: string) =>
      who.fetch('POST', path, headers, body).then(({ status }) => status)
    for (const who of [visitor(), former]) {
      expect(await create(who, { 'content-type': 'text/plain' }, 'x')).toBe(401)
      expect(await create(who, json, '{')).toBe(401)
      expect(await create(who, json, '{}')).toBe(401)
      expect(await create(who, { ...json, origin: 'https://evil.test' }, '{}')).toBe(403)
    }
    expect(await create(user, { 'content-type': 'text/plain' }, 'x')).toBe(415)
    expect(await create(user, json, '{}')).toBe(400)
  },
)

test('an order beyond the limit is 429 before anything else about it is said', async () => {
  const user = await aUser()
  const statuses: number[] = []
  for (let at = 0; at < 40 && !statuses.includes(429); at++)
    statuses.push((await user.post('/api/payment/create', orderOf(user, 987_654))).status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
})

test('a list notes the use of the session, as every route does', async () => {
  const user = await aUser()
  await run('UPDATE sessions SET last_seen_at = ? WHERE user_id = ?', Date.now() - 2 * HOUR, user.id)
  await user.get('/api/my-products')
  const seen = await env.DB.prepare('SELECT last_seen_at AS at FROM sessions WHERE user_id = ?')
    .bind(user.id)
    .first<{ at: number }>()
  expect(seen?.at).toBeGreaterThan(Date.now() - MINUTE)
})

describe('a handler', () => {
  const app = new Hono<AppEnv>()
    .onError(onError)
    .use(async (c, next) => {
      c.set('config', configOf(c.env))
      await next()
    })
    .use(openDatabase)
    .get('/forgetful', signedInByBatch, (c) => c.json({ success: true }))

  test('that looks up no session fails instead of answering, and nobody gets 401', async () => {
    const user = await aUser()
    const asked = (cookie: string) => app.request('/forgetful', { headers: { cookie } }, env)
    expect((await asked(`session=${user.cookies.get('session')}`)).status).toBe(500)
    expect((await asked('session=unknown')).status).toBe(500)
    expect((await asked('')).status).toBe(401)
  })
})
