import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#shared/core/time.ts'
import { aUser, type SignedIn } from '../testing/clients.ts'
import { codeIn, codeOf, FACTORS, withApp } from '../testing/factors/set-up.ts'
import { aProduct } from '../testing/products.ts'
import { allRoutes } from '../testing/routes/all-routes.ts'
import { sandbox } from '../testing/sandbox.ts'
import { unique } from '../testing/shop.ts'
import { ADMIN_STEP_UP, needsStepUp } from './step-up-rules.ts'

beforeAll(sandbox.calm)

const ADMIN = '/api/secure-management'
const OLD = [403, 'reauthenticate']
const CREATED = [201, expect.any(String)]
type Refusal = { code?: string }

const routes = [
  ...new Set(
    allRoutes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
]
const exportRoutes = routes.filter((route) => route.startsWith(`GET ${ADMIN}/exports/`))

/** Makes the last proof of this account older than ten minutes. */
const age = ({ id }: SignedIn) =>
  env.DB.prepare('UPDATE sessions SET authenticated_at = ? WHERE user_id = ?')
    .bind(Date.now() - 10 * MINUTE, id)
    .run()

async function anOwner() {
  const owner = await aUser({ admin: 'owner' })
  await age(owner)
  return owner
}

/** PATCH and DELETE with a body. */
async function send(who: SignedIn, method: string, path: string, body: unknown) {
  const type = { 'content-type': 'application/json' }
  const response = await who.fetch(method, path, type, JSON.stringify(body))
  return { status: response.status, data: ((await response.json()) as { data?: Refusal }).data }
}

test('each route that needs a recent proof of identity exists', () => {
  expect([...ADMIN_STEP_UP].filter((route) => !routes.includes(route))).toEqual([])
})

test.each([
  ['publication', /releases\/:id\/(publish|promote|recall)$/, 3],
  ['price', /\/price$/, 1],
  ['refund', /secure-management\/(refunds|payments)\/.*\/(approve|refund)$/, 2],
  ['deletion', /^DELETE .*\/(products|releases|users)\/:id$/, 3],
  ['role', /\/users\/:id\/(promote|demote)$/, 2],
  ['second factors', /remove-factors$/, 1],
  ['free access', /\/(grants|complete-payment\/:id)$/, 2],
  ['emergency link', /\/emergency-links$/, 1],
  ['payout', /\/payouts\/(run|:id\/paid)$/, 2],
  ['publisher key', /publisher-keys/, 4],
] as const)('a %s needs a recent proof of identity', (_, pattern, count) => {
  const ofSubject = (route: string) => !route.startsWith('GET ') && pattern.test(route)
  expect(routes.filter(ofSubject)).toHaveLength(count)
  expect(routes.filter(ofSubject).filter((route) => !ADMIN_STEP_UP.has(route))).toEqual([])
})

test('every route of money, files and people refuses an old proof before the body is read', async () => {
  const owner = await anOwner()
  const all = [...ADMIN_STEP_UP, ...exportRoutes]
  expect(exportRoutes.length).toBeGreaterThan(5)
  const other: string[] = []
  for (const route of all) {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern.replace(/:\w+/g, '987654')
    const answer = await owner.fetch(method, path, { 'content-type': 'text/plain' })
    const body = (await answer.json()) as { data?: Refusal }
    if (answer.status !== 403 || body.data?.code !== 'reauthenticate') other.push(`${route} ${answer.status}`)
  }
  expect(other).toEqual([])
  // Reading needs none.
  expect((await owner.get(`${ADMIN}/users`)).status).toBe(200)
})

test('a new proof opens an export for ten minutes, in this session only', async () => {
  const owner = await anOwner()
  const file = () => owner.get<Refusal>(`${ADMIN}/exports/coupons.csv`)
  expect(codeIn(await file())).toEqual(OLD)
  const proved = await owner.post('/api/auth/reauthenticate', { password: owner.password })
  expect([proved.status, (await file()).status]).toEqual([200, 200])
  await age(owner)
  expect(codeIn(await file())).toEqual(OLD)
})

test('needsStepUp knows exports that are added later, and no middleware', () => {
  expect(needsStepUp([{ method: 'GET', path: `${ADMIN}/exports/new.csv` }])).toBe(true)
  expect(needsStepUp([{ method: 'ALL', path: `${ADMIN}/exports/*` }])).toBe(false)
})

describe('a product', () => {
  test('needs a recent proof for a change of its price only', async () => {
    const { id } = await aProduct({ priceCents: 1950 })
    const owner = await anOwner()
    const path = `${ADMIN}/products/${id}`
    expect((await send(owner, 'PATCH', path, { description: 'Farms more.' })).status).toBe(200)
    expect(codeIn(await send(owner, 'PATCH', path, { price: 1 }))).toEqual(OLD)
    const row = await env.DB.prepare('SELECT price_cents AS cents FROM scripts WHERE id = ?').bind(id).first()
    expect(row).toEqual({ cents: 1950 })
  })
})

describe('a coupon', () => {
  const formOf = (more: Record<string, unknown>) => ({
    code: unique('C').slice(0, 12).toUpperCase(),
    description: 'A gift',
    ...more,
  })
  const only = (id: number) => ({ appliesTo: 'specific_scripts', specificScriptIds: [id] })

  test.each([
    ['of 100 %', 10_000, { discountType: 'percentage', discountValue: 1 }, OLD],
    ['for a free product', 10_000, { discountType: 'free_product', discountValue: 1 }, OLD],
    ['of the whole price', 1000, { discountType: 'fixed_amount', discountValue: 10 }, OLD],
    // Less than 50 cents are left, which no provider collects.
    ['of almost the whole price', 1000, { discountType: 'percentage', discountValue: 0.96 }, OLD],
    ['of 90 %', 1000, { discountType: 'percentage', discountValue: 0.9 }, CREATED],
    [
      'of the whole price that asks for a higher one',
      1000,
      { discountType: 'fixed_amount', discountValue: 10, minPurchaseAmount: 20 },
      CREATED,
    ],
    [
      'that is switched off',
      1000,
      { discountType: 'free_product', discountValue: 1, isActive: false },
      CREATED,
    ],
  ])('%s: a new one', async (_, priceCents, terms, expected) => {
    const { id } = await aProduct({ priceCents })
    const owner = await anOwner()
    expect(codeIn(await owner.post<Refusal>('/api/coupons', formOf({ ...terms, ...only(id) })))).toEqual(
      expected,
    )
  })

  test('is not made free without a recent proof, by its discount, its products or its switch', async () => {
    const [cheap, dear] = [await aProduct({ priceCents: 100 }), await aProduct({ priceCents: 9000 })]
    const owner = await anOwner()
    const terms = { discountType: 'fixed_amount', discountValue: 5, ...only(dear.id) }
    const made = await owner.post<{ id: number }>('/api/coupons', formOf(terms))
    expect(made.status, made.text).toBe(201)
    const patch = (change: unknown) => send(owner, 'PATCH', `/api/coupons/${made.data.id}`, change)
    expect((await patch({ description: 'Less' })).status).toBe(200)
    const asFree = { discountType: 'percentage', discountValue: 1 }
    for (const change of [asFree, { specificScriptIds: [cheap.id] }, { appliesTo: 'all' }])
      expect(codeIn(await patch(change)), JSON.stringify(change)).toEqual(OLD)
    expect((await patch({ ...asFree, isActive: false })).status).toBe(200)
    expect(codeIn(await patch({ isActive: true }))).toEqual(OLD)
    await owner.post('/api/auth/reauthenticate', { password: owner.password })
    expect((await patch({ isActive: true })).status).toBe(200)
  })
})

describe('the own account', () => {
  const calls = (user: SignedIn) =>
    [
      ['PUT', '/api/user/payout-address', { address: `0x${'a1'.repeat(20)}`, password: user.password }],
      ['POST', '/api/user/export', { password: user.password }],
      ['PUT', '/api/user/password', { currentPassword: user.password, newPassword: `new-${user.password}` }],
      ['DELETE', '/api/user/account', { password: user.password }],
    ] as const

  test('with a second factor: payout address, export, password and deletion need a recent proof beside the password', async () => {
    const user = await aUser()
    await withApp(user)
    await age(user)
    for (const [method, path, body] of calls(user))
      expect(codeIn(await send(user, method, path, body)), path).toEqual(OLD)
  })

  test('without one: the password is enough', async () => {
    const user = await aUser()
    await age(user)
    for (const [method, path, body] of calls(user)) {
      const again = path.endsWith('/account') ? { password: `new-${user.password}` } : body
      expect((await send(user, method, path, again)).status, path).toBe(200)
    }
  })

  test('with a second factor: a new email address needs a recent proof, other settings none', async () => {
    const user = await aUser()
    const { secret } = await withApp(user)
    await age(user)
    const notification_preferences = { emailNotifications: true, promotionalEmails: false, newAirdrops: true }
    const save = (email: string) =>
      send(user, 'PUT', '/api/user/profile', {
        email,
        currentPassword: user.password,
        notification_preferences,
      })
    expect((await save(user.email)).status).toBe(200)
    expect(codeIn(await save(`new-${user.email}`))).toEqual(OLD)
    const proof = { password: user.password, code: codeOf(secret, Date.now() + 30_000) }
    expect((await user.post('/api/auth/reauthenticate', proof)).status).toBe(200)
    expect((await save(`new-${user.email}`)).status).toBe(200)
  })

  test('the end of other sessions needs a recent proof', async () => {
    const user = await aUser()
    await age(user)
    for (const path of ['/api/user/sessions', '/api/user/sessions/0123456789abcdef'])
      expect(codeIn(await user.delete<Refusal>(path)), path).toEqual(OLD)
    await user.post('/api/auth/reauthenticate', { password: user.password })
    expect((await user.delete('/api/user/sessions')).status).toBe(200)
    // A logout needs none.
    await age(user)
    expect((await user.post('/api/auth/logout')).status).toBe(200)
  })

  test('with an app that is not confirmed yet: the password is enough', async () => {
    const user = await aUser()
    await user.post(`${FACTORS}/app`)
    await age(user)
    expect((await send(user, 'DELETE', '/api/user/account', { password: user.password })).status).toBe(200)
  })
})

describe('the proof of an account with an app', () => {
  test('needs its code beside the password, and takes each code once', async () => {
    const user = await aUser()
    const { secret } = await withApp(user)
    await age(user)
    const prove = (body: object) =>
      user.post<{ code?: string; methods?: string[] }>('/api/auth/reauthenticate', body)
    const { password } = user
    const asked = await prove({ password })
    expect([...codeIn(asked), asked.data.methods]).toEqual([422, 'code_required', ['app', 'recovery_code']])
    expect(codeIn(await prove({ password, code: '000000' }))).toEqual([422, 'wrong_code'])
    // The code of the next half minute: the present one is used.
    const code = codeOf(secret, Date.now() + 30_000)
    expect((await prove({ password: 'wrong', code })).status).toBe(422)
    expect((await prove({ password, code })).status).toBe(200)
    expect((await user.delete(`${FACTORS}/app`)).status).toBe(200)
  })

  test('is limited: after ten wrong codes even the right one has to wait', async () => {
    const user = await aUser()
    const { secret } = await withApp(user)
    const { password } = user
    const tried: number[] = []
    for (let count = 0; count < 11; count++)
      tried.push((await user.post('/api/auth/reauthenticate', { password, code: '000000' })).status)
    expect(tried).toEqual([...Array(10).fill(422), 429])
    const code = codeOf(secret, Date.now() + 30_000)
    expect((await user.post('/api/auth/reauthenticate', { password, code })).status).toBe(429)
  })
})
