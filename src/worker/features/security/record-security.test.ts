import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#shared/core/time.ts'
import { DAILY } from '../../cron.ts'
import { configOf } from '../../providers/config.ts'
import { aUser, type Client, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct } from '../../testing/products.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { askUntilAnswer, ring, SHOP, unique } from '../../testing/shop.ts'
import { watched } from '../../testing/watched.ts'
import { countEvent } from './count-events.ts'
import { ALERT_FROM, MAX_ROWS_PER_HOUR } from './rules.ts'

const LOGIN = '/api/auth/login'

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM security_events').run()
})

type Row = { kind: string; user_id: number | null; network: string | null; request_id: string; data: string }

/** The recorded events, with the fields that a test compares. */
async function events() {
  const { results } = await env.DB.prepare('SELECT * FROM security_events ORDER BY id').all<Row>()
  return results.map(({ kind, user_id, network, request_id, data }) => ({
    kind,
    userId: user_id,
    network,
    requestId: request_id,
    ...(JSON.parse(data) as { count: number; others: number; route: string; detail?: string; name?: string }),
  }))
}

/** The lines of the log while `work` runs. */
async function linesOf(work: () => Promise<unknown>) {
  const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  for (const spy of spies) spy.mockClear().mockImplementation(() => undefined)
  await work()
  const lines = spies.flatMap(({ mock }) => mock.calls.map(([line]) => JSON.parse(String(line))))
  for (const spy of spies) spy.mockRestore()
  return lines as Record<string, unknown>[]
}

let address = 0
/** An address in a network that no other call of this file has. */
const elsewhere = () => ({ 'cf-connecting-ip': `10.${20 + (address >> 8)}.${address++ & 255}.7` })

const failedLogin = (username: string, headers = elsewhere()) =>
  visitor().post(LOGIN, { username, password: 'a wrong password' }, headers)

// spec: security-tab
describe('one line and one row for each refusal', () => {
  test('a failed login names the account, or a hash of a name without one, and never the password', async () => {
    const user = await aUser()
    const nobody = unique('Nobody')
    const from = { 'cf-connecting-ip': '203.0.113.77' }
    const v6 = { 'cf-connecting-ip': '2001:DB8:1:2:3::4' }
    const lines = await linesOf(async () => {
      expect((await failedLogin(user.email, from)).status).toBe(401)
      expect((await failedLogin(nobody, v6)).status).toBe(401)
      expect((await failedLogin(nobody.toUpperCase(), v6)).status).toBe(401)
    })
    const [known, unknown, ...more] = await events()
    expect(known).toMatchObject({
      kind: 'login_failed',
      userId: user.id,
      network: '203.0.113.0/24',
      count: 1,
    })
    expect(known?.name).toBeUndefined()
    expect(unknown).toMatchObject({ userId: null, network: '2001:db8:1:2::/64', count: 2 })
    expect(unknown?.name).toMatch(/^[0-9a-f]{16}$/)
    expect(more).toEqual([])
    expect(lines.map(({ at, kind, userId, name }) => [at, kind, userId, name])).toEqual([
      ['security', 'login_failed', user.id, undefined],
      ['security', 'login_failed', null, unknown?.name],
      ['security', 'login_failed', null, unknown?.name],
    ])
    const written = JSON.stringify([lines, await events()]).toLowerCase()
    for (const secret of ['wrong password', nobody.toLowerCase(), user.email, '203.0.113.77'])
      expect(written).not.toContain(secret)
  })

  const owner = () => aUser({ admin: 'owner' })
  const key = { username: 'somebody', adminKey: 'not the key' }
  const CASES: [string, object, () => Promise<number> | number, Partial<Record<string, unknown>>][] = []
  const call = async (
    who: Client | Promise<Client>,
    method: string,
    path: string,
    body?: object,
    headers = {},
  ) =>
    (
      await (
        await who
      ).fetch(
        method,
        path,
        { 'content-type': 'application/json', ...elsewhere(), ...headers },
        body && JSON.stringify(body),
      )
    ).status
  CASES.push(
    [
      'an admin call of a customer',
      { kind: 'admin_refused', detail: 'not staff', route: 'GET /api/secure-management/users/:id' },
      () => call(aUser(), 'GET', '/api/secure-management/users/1'),
      {},
    ],
    [
      'an admin call beyond the role',
      { kind: 'admin_refused', detail: 'role' },
      () => call(aUser({ admin: 'support' }), 'GET', '/api/secure-management/audit'),
      {},
    ],
    [
      'a wrong admin key',
      { kind: 'admin_key_wrong', userId: null },
      () => call(visitor(), 'POST', '/api/auth/secure-operations/elevate-permissions', key),
      {},
    ],
    [
      'a webhook with a wrong signature',
      { kind: 'webhook_refused', detail: 'stripe' },
      () => call(visitor(), 'POST', '/api/webhooks/stripe', {}, { 'stripe-signature': 't=1,v1=00' }),
      {},
    ],
    [
      'a mail report with a wrong signature',
      { kind: 'webhook_refused', detail: 'resend' },
      () => call(visitor(), 'POST', '/api/webhooks/resend', {}),
      {},
    ],
    [
      'a wrong emergency key',
      { kind: 'key_wrong', detail: 'emergency link' },
      () => call(visitor(), 'POST', '/api/emergency/open', { special_key: 'a.b.c' }),
      {},
    ],
    [
      'a made-up account link',
      { kind: 'key_wrong', detail: 'account link' },
      () => call(visitor(), 'POST', '/api/auth/verify-email', { token: 'x'.repeat(43) }),
      {},
    ],
    [
      'a call of another website',
      { kind: 'origin_refused' },
      () => call(visitor(), 'POST', '/api/auth/logout', {}, { origin: 'https://evil.example' }),
      {},
    ],
    [
      'a file of somebody else',
      { kind: 'access_refused', route: 'GET /api/download/file/:id' },
      async () => call(aUser(), 'GET', `/api/download/file/${(await aProduct()).id}`),
      {},
    ],
    [
      'a body with a NUL',
      { kind: 'input_refused' },
      () => call(visitor(), 'POST', LOGIN, { username: 'a\0b', password: 'x' }),
      {},
    ],
    [
      'an export without a recent proof',
      { kind: 'step_up_refused' },
      async () => {
        const who = await owner()
        await env.DB.prepare('UPDATE sessions SET authenticated_at = 1 WHERE user_id = ?').bind(who.id).run()
        return call(who, 'GET', '/api/secure-management/exports/users.csv')
      },
      {},
    ],
    [
      'a wrong password in a session',
      { kind: 'password_check_failed' },
      async () => call(aUser(), 'POST', '/api/auth/reauthenticate', { password: 'not this one' }),
      {},
    ],
  )
  test.each(CASES)('%s', async (_, wanted, send) => {
    const lines = await linesOf(async () => expect(await send()).toBeGreaterThanOrEqual(400))
    const found = await events()
    expect(found).toMatchObject([{ count: 1, others: 0, ...wanted }])
    expect(lines).toMatchObject([{ at: 'security', ...wanted }])
  })

  test('a wrong code names the account of the login', async () => {
    const user = await aUser()
    const now = Date.now()
    await env.DB.prepare(
      "INSERT INTO authenticator_apps (user_id, secret, confirmed_at, last_step, created_at) VALUES (?, 'x', ?, 0, ?)",
    )
      .bind(user.id, now, now)
      .run()
    const login = { username: user.username, password: user.password }
    const asked = await visitor().post<{ secondFactor: { token: string } }>(LOGIN, login, elsewhere())
    const { token } = asked.data.secondFactor
    const recoveryCode = 'AAAA-AAAA-AAAA-AAAA'
    await visitor().post('/api/auth/second-factor', { token, recoveryCode }, elsewhere())
    expect(await events()).toMatchObject([{ kind: 'second_factor_failed', userId: user.id }])
  })
})

test('a login, a registration and a logout each write one line with the way and the account', async () => {
  const user = await aUser()
  const browser = visitor()
  const lines = await linesOf(async () => {
    await browser.post(LOGIN, { username: user.username, password: user.password }, elsewhere())
    await browser.post('/api/auth/logout')
  })
  expect(lines).toMatchObject([
    { at: 'login', userId: user.id, by: 'password' },
    { at: 'logout', userId: user.id },
  ])
  expect(await events()).toEqual([])
})

test('the answer of a failed login leaves before anything is written', async () => {
  const watch = watched()
  const request = new Request(`${SHOP}${LOGIN}`, {
    method: 'POST',
    headers: { origin: SHOP, 'content-type': 'application/json', ...elsewhere() },
    body: JSON.stringify({ username: unique('nobody'), password: 'a wrong password' }),
  })
  let atAnswer = -1
  await askUntilAnswer(request, watch.bindings, () => {
    atAnswer = watch.trips
  })
  expect([atAnswer, watch.trips]).toEqual([1, 2])
})

test('a database that fails changes no answer', async () => {
  const broken = watched()
  const batch = () => Promise.reject(new Error('D1 is down'))
  const DB = new Proxy(broken.bindings.DB, {
    get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name)),
  })
  const answers = await linesOf(async () => {
    const answer = await visitor({ ...broken.bindings, DB }).post(
      LOGIN,
      { username: unique('nobody'), password: 'a wrong password' },
      elsewhere(),
    )
    expect(answer.status).toBe(401)
  })
  expect(answers).toMatchObject([{ at: 'security' }, { at: 'security-event', error: 'Error: D1 is down' }])
})

describe('an attack', () => {
  test('from one network has one row an hour with its count', async () => {
    stopClock(Math.ceil(Date.now() / HOUR) * HOUR + 1)
    const from = elsewhere()
    await Promise.all(Array.from({ length: 30 }, () => visitor().post('/api/webhooks/resend', {}, from)))
    expect((await events()).map(({ count }) => count)).toEqual([30])
    stopClock(Date.now() + HOUR)
    await visitor().post('/api/webhooks/resend', {}, from)
    expect((await events()).map(({ count }) => count)).toEqual([30, 1])
  })

  test('has one batch at a time: events that come meanwhile are added up, and none is lost', async () => {
    const watch = watched()
    const event = {
      kind: 'step_up_refused' as const,
      userId: null,
      network: '10.1.1.0/24',
      requestId: 'abc',
      at: Date.now(),
      detail: undefined,
      route: 'GET /x',
      status: 403,
      name: undefined,
    }
    await Promise.all(Array.from({ length: 200 }, () => countEvent(watch.bindings, event)))
    expect(await events()).toMatchObject([{ count: 200 }])
    expect(watch.trips).toBeLessThanOrEqual(3)
  })

  test('from any number of networks has at most the rows of an hour, and all of it is counted', async () => {
    stopClock(Math.ceil(Date.now() / HOUR) * HOUR + 10 * HOUR)
    const size = MAX_ROWS_PER_HOUR + 30
    await Promise.all(
      Array.from({ length: size }, () => visitor().post('/api/webhooks/resend', {}, elsewhere())),
    )
    const rows = await events()
    expect(rows).toHaveLength(MAX_ROWS_PER_HOUR)
    expect(rows.reduce((sum, { count, others }) => sum + count + others, 0)).toBe(size)
  })
})

describe('a threshold', () => {
  test('is mailed to support once an hour, from its number on', async () => {
    stopClock(Math.ceil(Date.now() / HOUR) * HOUR + 20 * HOUR)
    const alerts = async () =>
      (await mailsQueuedTo(configOf(env).supportEmail, 'security-alert')).filter(({ key }) =>
        key.startsWith('security:admin_key_wrong'),
      ).length
    const tries = async (count: number) => {
      for (let n = 0; n < count; n++)
        await visitor().post(
          '/api/auth/secure-operations/elevate-permissions',
          { username: 'somebody', adminKey: 'wrong' },
          elsewhere(),
        )
    }
    const before = await alerts()
    await tries((ALERT_FROM.admin_key_wrong ?? 0) - 1)
    expect(await alerts()).toBe(before)
    await tries(3)
    expect(await alerts()).toBe(before + 1)
    stopClock(Date.now() + 61 * 60_000)
    await tries(ALERT_FROM.admin_key_wrong ?? 0)
    expect(await alerts()).toBe(before + 2)
  })
})

test('the daily job deletes events that are older than 90 days', async () => {
  await failedLogin(unique('old'))
  await failedLogin(unique('new'))
  await env.DB.prepare(
    'UPDATE security_events SET created_at = created_at - ? WHERE id = (SELECT min(id) FROM security_events)',
  )
    .bind(91 * DAY)
    .run()
  await ring(DAILY)
  expect(await events()).toHaveLength(1)
})
