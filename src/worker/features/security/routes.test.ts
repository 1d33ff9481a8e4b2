import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import type {
  SecurityCount,
  SecurityEventView,
  SensitiveAct,
  StaffFactors,
  StaffSession,
} from '#shared/security/contract.ts'
import { type Answer, aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { unique } from '../../testing/shop.ts'
import { noScans, planOf, sortsOf, watched } from '../../testing/watched.ts'

const SECURITY = '/api/secure-management/security'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let owner: SignedIn

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM security_events').run()
  await env.DB.prepare('UPDATE users SET is_admin = 0').run()
  owner = await aUser({ admin: 'owner' })
})

const addEvent = (kind: string, ageMs: number, data: object, userId: number | null = null) =>
  env.DB.prepare(
    'INSERT INTO security_events (kind, user_id, network, request_id, data, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(
      kind,
      userId,
      '10.1.2.0/24',
      'abc',
      JSON.stringify({ count: 1, others: 0, ...data }),
      Date.now() - ageMs,
    )
    .run()

/** All rows of a list, one to a page. */
async function inPages<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: unknown = null
  do {
    const query = `${path.includes('?') ? '&' : '?'}limit=1${cursor === null ? '' : `&cursor=${cursor}`}`
    const page: Answer<Row[]> = await owner.get<Row[]>(`${SECURITY}${path}${query}`)
    expect([page.status, page.data.length <= 1], page.text).toEqual([200, true])
    rows.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

// spec: security-tab
test('refusals are counted by kind for a day and for a week, the most frequent first', async () => {
  await addEvent('login_failed', HOUR, { count: 7, others: 2 })
  await addEvent('login_failed', 2 * DAY, { count: 10 })
  await addEvent('login_failed', 8 * DAY, { count: 100 })
  await addEvent('key_wrong', 3 * DAY, { count: 4 })
  const { data } = await owner.get<SecurityCount[]>(SECURITY)
  expect(data.map(({ kind, day, week }) => [kind, day, week])).toEqual([
    ['login_failed', 9, 19],
    ['key_wrong', 0, 4],
  ])
})

test('the list of refusals names account, network, route and request, and can be narrowed to a kind', async () => {
  const user = await aUser()
  await addEvent('key_wrong', HOUR, {})
  await visitor().post(
    '/api/auth/login',
    { username: user.username, password: 'a wrong password' },
    { 'cf-connecting-ip': '10.9.8.7', 'cf-ray': '8c1f0e5a9b2d3e4f-FRA' },
  )
  const all = await inPages<SecurityEventView>('/events')
  expect(all).toMatchObject([
    {
      kind: 'login_failed',
      user: { id: user.id, username: user.username },
      network: '10.9.8.0/24',
      count: 1,
      route: 'POST /api/auth/login',
      requestId: '8c1f0e5a9b2d3e4f-FRA',
    },
    { kind: 'key_wrong', user: null },
  ])
  const { data } = await owner.get<SecurityEventView[]>(`${SECURITY}/events?kind=key_wrong`)
  expect(data).toEqual(all.slice(1))
  expect((await owner.get(`${SECURITY}/events?kind=nothing`)).status).toBe(400)
})

test('sessions are those of the staff that are open, with role, browser and factor; ending one removes it', async () => {
  const manager = await aUser({ admin: 'manager' })
  const [gone, idle] = [await aUser({ admin: true }), await aUser({ admin: true })]
  await aUser()
  const edit = (sql: string, id: number) =>
    env.DB.prepare(`UPDATE sessions SET ${sql} WHERE user_id = ?`).bind(id).run()
  await edit(`created_at = ${Date.now() - 13 * HOUR}`, gone.id)
  await edit(`last_seen_at = ${Date.now() - 31 * MINUTE}`, idle.id)
  await edit(
    `factor = 'passkey', sess = '${JSON.stringify({ ip: '10.1.1.1', userAgent: FIREFOX })}'`,
    manager.id,
  )
  const found = await inPages<StaffSession>('/sessions')
  expect(found).toHaveLength(2)
  expect(found.find(({ user }) => user.id === manager.id)).toMatchObject({
    user: { username: manager.username, role: 'manager' },
    device: 'Firefox on Linux',
    ip: '10.1.1.1',
    factor: 'passkey',
    current: false,
  })
  expect(found.find(({ user }) => user.id === owner.id)).toMatchObject({ factor: null, current: true })
  const session = found.find(({ current }) => !current)?.id
  const ended = await owner.post(`/api/secure-management/users/${manager.id}/end-sessions`, { session })
  expect(ended.status, ended.text).toBe(200)
  expect((await owner.get<StaffSession[]>(`${SECURITY}/sessions`)).data).toHaveLength(1)
  expect((await manager.get('/api/auth/me')).status).toBe(401)
})

test('each member of staff is listed with the second factors that are confirmed and the codes that are left', async () => {
  const helper = await aUser({ admin: 'support' })
  await aUser()
  const now = Date.now()
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       VALUES (?1, ?2, 'x', 0, '[]', 1, 'Key', ?3)`,
    ).bind(helper.id, unique('credential'), now),
    env.DB.prepare(
      `INSERT INTO authenticator_apps (user_id, secret, confirmed_at, last_step, created_at) VALUES (?, 'x', NULL, 0, ?)`,
    ).bind(helper.id, now),
    ...['a', 'b', 'c'].map((code) =>
      env.DB.prepare(
        `INSERT INTO recovery_codes (user_id, code_hash, created_at, used_at) VALUES (?, ?, ?, ?)`,
      ).bind(helper.id, code, now, code === 'a' ? now : null),
    ),
  ])
  const found = await inPages<StaffFactors>('/staff')
  expect(found).toEqual([
    { id: helper.id, username: helper.username, role: 'support', passkeys: 1, app: false, codesLeft: 2 },
    { id: owner.id, username: owner.username, role: 'owner', passkeys: 0, app: false, codesLeft: 0 },
  ])
})

test('sensitive acts come from the audit log, newest first, without its values and other entries', async () => {
  const user = await aUser({ confirmed: true })
  await owner.post(`/api/secure-management/users/${user.id}/notes`, { text: 'Called us' })
  const input = { currentPassword: owner.password, role: 'support' }
  expect((await owner.post(`/api/secure-management/users/${user.id}/promote`, input)).status).toBe(200)
  expect((await owner.get('/api/secure-management/exports/coupons.csv')).status).toBe(200)
  const mine = (await inPages<SensitiveAct>('/acts')).filter(({ actor }) => actor?.id === owner.id)
  expect(mine.map(({ action, subject }) => [action, subject])).toEqual([
    ['export.coupons', 'export:coupons'],
    ['user.promote', `user:${user.id}`],
  ])
  expect(Object.keys(mine[0] ?? {})).not.toContain('after')
})

describe('each list', () => {
  test.each(['', '/events', '/events?kind=login_failed', '/sessions', '/staff', '/acts'])(
    '%s takes two round trips at most, and reads no whole table',
    async (path) => {
      const watch = watched()
      const answer = await owner.again(watch.bindings).get(`${SECURITY}${path}`)
      expect(answer.status, answer.text).toBe(200)
      expect(watch.trips).toBeLessThanOrEqual(2)
      await noScans(watch.statements)
    },
  )

  test.each([
    ['/events', 'security_events_created'],
    ['/events?kind=login_failed', 'security_events_kind'],
    ['/staff', 'users_admins'],
  ])('%s is read in the order of the index %s', async (path, index) => {
    const watch = watched()
    await owner.again(watch.bindings).get(`${SECURITY}${path}`)
    const list = watch.statements.at(-1)
    if (!list) throw new Error('No statement was recorded')
    expect((await planOf(list)).join('\n')).toContain(index)
    expect(await sortsOf(list)).toEqual([])
  })
})
