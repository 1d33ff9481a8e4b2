import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { SessionView } from '#shared/accounts/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { openDb } from '../../db/client.ts'
import { aUser, type Client, type SignedIn, visitor } from '../../testing/clients.ts'
import { withApp } from '../../testing/factors/set-up.ts'
import { interrupted } from '../../testing/interrupted.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { connect, until } from '../../testing/sockets.ts'
import { sweepOutbox } from '../notifications/sweep-outbox.ts'

beforeAll(sandbox.calm)

const SESSIONS = '/api/user/sessions'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function elsewhere(user: SignedIn, headers = {}) {
  const browser = visitor()
  const form = { username: user.username, password: user.password }
  expect((await browser.post('/api/auth/login', form, headers)).status).toBe(200)
  return browser
}
const sessionsOf = async (client: Client) => (await client.get<SessionView[]>(SESSIONS)).data
const hashOf = (client: Client) => client.sessionId()
const sessionRow = async (client: Client) =>
  env.DB.prepare('SELECT * FROM sessions WHERE sid = ?')
    .bind(await client.sessionId())
    .first<Record<string, unknown>>()
const isIn = async (client: Client) => (await client.get('/api/auth/me')).status === 200

test('the list shows all logged-in devices, newest first, marks this one, and contains no secret', async () => {
  const [user, other] = [await aUser(), await aUser()]
  const second = await elsewhere(user, { 'user-agent': FIREFOX, 'cf-connecting-ip': '203.0.113.9' })
  const { data, text } = await second.get<SessionView[]>(SESSIONS)
  expect(data).toHaveLength(2)
  expect(data[0]).toEqual({
    id: (await hashOf(second)).slice(0, 16),
    device: 'Firefox on Linux',
    ip: '203.0.113.9',
    createdAt: expect.stringMatching(/Z$/),
    lastSeenAt: expect.stringMatching(/Z$/),
    current: true,
  })
  expect(data[1]).toMatchObject({ device: 'Unknown device', ip: null, current: false })
  expect(text).not.toContain(second.cookies.get('session'))
  expect(text).not.toContain((await hashOf(second)).slice(0, 20))
  expect(await sessionsOf(other)).toHaveLength(1)
})

test('expired sessions are not in the list', async () => {
  const user = await aUser()
  const [idle, over] = [await elsewhere(user), await elsewhere(user)]
  const alter = async (client: Client, column: string, value: number) =>
    env.DB.prepare(`UPDATE sessions SET ${column} = ? WHERE sid = ?`)
      .bind(value, await hashOf(client))
      .run()
  await alter(idle, 'last_seen_at', Date.now() - 8 * DAY)
  await alter(over, 'expire', Date.now() - 1)
  expect((await sessionsOf(user)).map(({ current }) => current)).toEqual([true])
})

test('the list comes in pages that miss and repeat nothing, also for logins at the same time', async () => {
  const user = await aUser()
  for (let n = 0; n < 6; n++) await elsewhere(user)
  const moments = await env.DB.prepare('SELECT sid FROM sessions WHERE user_id = ?')
    .bind(user.id)
    .all<{ sid: string }>()
  for (const { sid } of moments.results.slice(0, 4))
    await env.DB.prepare('UPDATE sessions SET created_at = 1000 WHERE sid = ?').bind(sid).run()
  const all = (await sessionsOf(user)).map(({ id }) => id)
  expect(new Set(all).size).toBe(7)
  const paged: string[] = []
  let cursor = ''
  for (let page = 0; page < 10 && cursor !== null; page++) {
    const answer = await user.get<SessionView[]>(`${SESSIONS}?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...answer.data.map(({ id }) => id))
    cursor = answer.nextCursor as unknown as string
  }
  expect(paged).toEqual(all)
  expect((await user.get(`${SESSIONS}?cursor=7`)).status).toBe(400)
})

test('logging out the other devices ends their sessions and sockets at once, and no other user’s', async () => {
  const [user, stranger] = [await aUser(), await aUser()]
  const others = [await elsewhere(user), await elsewhere(user)]
  const sockets = await Promise.all(others.map((client) => connect(client)))
  const [mine, strangers] = [await connect(user), await connect(stranger)]
  expect((await user.delete(SESSIONS)).status).toBe(200)
  await until(() => [...sockets, mine].every(({ closed }) => closed !== null))
  expect([...sockets, mine].map(({ closed }) => closed?.code)).toEqual([4001, 4001, 4001])
  expect(await Promise.all(others.map(isIn))).toEqual([false, false])
  expect([await isIn(user), await isIn(stranger)]).toEqual([true, true])
  expect(strangers.closed).toBeNull()
  expect(await sessionsOf(user)).toHaveLength(1)
})

test('a handle logs out one device with its sockets, and no other device', async () => {
  const user = await aUser()
  const [lost, kept] = [await elsewhere(user), await elsewhere(user)]
  const [lostSocket, keptSocket] = [await connect(lost), await connect(kept)]
  const handle = (await hashOf(lost)).slice(0, 16)
  expect((await user.delete(`${SESSIONS}/${handle}`)).status).toBe(200)
  await until(() => lostSocket.closed !== null)
  expect([await isIn(lost), await isIn(kept), await isIn(user)]).toEqual([false, true, true])
  expect(keptSocket.closed).toBeNull()
  expect((await user.delete(`${SESSIONS}/${handle}`)).status).toBe(404)
})

test('the handle of another user’s device gets 404, a malformed handle 400', async () => {
  const [user, stranger] = [await aUser(), await aUser()]
  const handle = (await user.sessionId()).slice(0, 16)
  const foreign = await stranger.delete(`${SESSIONS}/${handle}`)
  const unknown = await stranger.delete(`${SESSIONS}/0123456789abcdef`)
  expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
  expect([foreign.status, await isIn(user)]).toEqual([404, true])
  for (const wrong of ['0', '%25', `${handle}0`, handle.toUpperCase().replaceAll(/\d/g, 'X')])
    expect((await user.delete(`${SESSIONS}/${wrong}`)).status, wrong).toBe(400)
})

test('ending the current session is a logout', async () => {
  const user = await aUser()
  const handle = (await user.sessionId()).slice(0, 16)
  expect((await user.delete(`${SESSIONS}/${handle}`)).status).toBe(200)
  expect([user.cookies.has('session'), await isIn(user)]).toEqual([false, false])
})

test.each([
  [
    'a new password',
    (user: SignedIn) =>
      user.put('/api/user/password', { currentPassword: user.password, newPassword: 'quite another one' }),
  ],
  ['logging out all other devices', (user: SignedIn) => user.delete('/api/user/sessions')],
])('%s ends the copy of a cookie, and this browser goes on in a new session', async (_, act) => {
  const user = await aUser()
  const thief = user.again()
  const before = await user.sessionId()
  expect((await act(user)).status).toBe(200)
  expect([(await thief.get('/api/auth/me')).status, (await user.get('/api/auth/me')).status]).toEqual([
    401, 200,
  ])
  expect(await user.sessionId()).not.toBe(before)
  const { results } = await env.DB.prepare('SELECT sid FROM sessions WHERE user_id = ?').bind(user.id).all()
  expect(results).toEqual([{ sid: await user.sessionId() }])
})

test.each([
  [
    'a new password',
    (browser: Client, currentPassword: string) =>
      browser.put('/api/user/password', { currentPassword, newPassword: 'the thief chose this' }),
  ],
  ['logging out all other devices', (browser: Client) => browser.delete(SESSIONS)],
])('%s by a session that was ended meanwhile changes nothing', async (_, act) => {
  const user = await aUser()
  const other = await elsewhere(user)
  const meanwhile = interrupted(/from "users" where \("users"."id"/, () => other.delete(SESSIONS))
  const late = await act(user.again(meanwhile), user.password)
  expect([late.status, late.message]).toEqual([401, 'Please log in to continue.'])
  expect([await isIn(other), await sessionsOf(other)]).toEqual([true, [expect.anything()]])
  const form = { username: user.username, password: user.password }
  expect((await visitor().post('/api/auth/login', form)).status).toBe(200)
})

test.each([
  ['a first second factor', async (user: SignedIn) => void (await withApp(user))],
  [
    'the removal of a second factor',
    async (user: SignedIn) => {
      expect((await user.delete('/api/user/factors/app')).status).toBe(200)
    },
  ],
])(
  '%s ends the copy of a cookie and other devices, and this session goes on under another id',
  async (what, act) => {
    const user = await aUser()
    if (what.startsWith('the removal')) await withApp(user)
    const other = user.again()
    await env.DB.prepare('UPDATE sessions SET created_at = created_at - 5000 WHERE user_id = ?')
      .bind(user.id)
      .run()
    const [thief, before] = [user.again(), await sessionRow(user)]
    const socket = await connect(thief)
    await act(user)
    expect(await Promise.all([user, thief, other].map(isIn))).toEqual([true, false, false])
    const after = await sessionRow(user)
    expect(after?.sid).not.toBe(before?.sid)
    // The same start, end and proof: a new token proves nothing.
    expect({ ...after, sid: 0, factor: 0 }).toEqual({ ...before, sid: 0, factor: 0 })
    expect(socket.closed).toBeNull()
    await sweepOutbox(env, openDb(env.DB), Date.now() + MINUTE)
    await until(() => socket.closed !== null)
    expect(socket.closed?.code).toBe(4001)
  },
)

test('ending other sessions needs a proof of identity of the last 10 minutes; a logout of this one does not', async () => {
  const user = await aUser()
  const other = await elsewhere(user)
  const [own, handle] = [(await hashOf(user)).slice(0, 16), (await hashOf(other)).slice(0, 16)]
  await env.DB.prepare('UPDATE sessions SET created_at = created_at - ? WHERE user_id = ?')
    .bind(11 * MINUTE, user.id)
    .run()
  for (const path of [SESSIONS, `${SESSIONS}/${handle}`])
    expect(await user.delete(path)).toMatchObject({ status: 403, data: { code: 'reauthenticate' } })
  expect(await isIn(other)).toBe(true)
  expect((await user.post('/api/auth/reauthenticate', { password: user.password })).status).toBe(200)
  expect((await user.delete(`${SESSIONS}/${handle}`)).status).toBe(200)
  expect([await isIn(other), await isIn(user)]).toEqual([false, true])
  const tired = user.again()
  await env.DB.prepare('UPDATE sessions SET authenticated_at = 1 WHERE user_id = ?').bind(user.id).run()
  expect((await tired.delete(`${SESSIONS}/${own}`)).status).toBe(200)
  expect(await isIn(user)).toBe(false)
})

test('a logout asks the browser to clear its cache', async () => {
  const user = await aUser()
  const { headers } = await user.post('/api/auth/logout')
  expect(headers.get('clear-site-data')).toBe('"cache"')
})

test('an admin’s session ends after 30 minutes without use, and 12 hours after login in any case', async () => {
  const admin = await aUser({ admin: 'support' })
  const set = (created: number, seen: number) =>
    env.DB.prepare('UPDATE sessions SET created_at = ?, last_seen_at = ? WHERE user_id = ?')
      .bind(Date.now() - created, Date.now() - seen, admin.id)
      .run()
  const isInAfter = async (created: number, seen: number) => {
    await set(created, seen)
    return isIn(admin)
  }
  expect(await isInAfter(11 * HOUR, 29 * MINUTE)).toBe(true)
  expect(await isInAfter(11 * HOUR, 30 * MINUTE)).toBe(false)
  expect(await isInAfter(12 * HOUR, 0)).toBe(false)
  await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id = ?').bind(admin.id).run()
  expect(await isInAfter(12 * HOUR, 30 * MINUTE)).toBe(true)
})
