import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { aUser, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { SHOP } from '../../testing/shop.ts'
import { shake } from '../../testing/sockets.ts'
import { watched } from '../../testing/watched.ts'

// spec: socket-open
test('a socket opens for a session from our own pages, and for no other request', async () => {
  const [user, other, admin] = [await aUser(), await aUser(), await aUser({ admin: true })]
  const ended = user.again()
  ended.cookies.set('session', 'x'.repeat(43))
  const expired = await aUser()
  await env.DB.prepare('UPDATE sessions SET expire = 1 WHERE user_id = ?').bind(expired.id).run()

  const cases = [
    ['own session', 101, shake(user)],
    ['own id', 101, shake(user, { query: `?userId=${user.id}` })],
    ['own id, no admin', 101, shake(user, { query: `?userId=${user.id}&isAdmin=false` })],
    ['an admin', 101, shake(admin, { query: `?userId=${admin.id}&isAdmin=true` })],
    ['no session', 401, shake(visitor())],
    ['no session, an id', 401, shake(visitor(), { query: `?userId=${user.id}` })],
    ['a made-up session', 401, shake(ended)],
    ['an expired session', 401, shake(expired)],
    ['another’s id', 403, shake(user, { query: `?userId=${other.id}` })],
    ['another’s id, by an admin', 403, shake(admin, { query: `?userId=${other.id}` })],
    ['no admin', 403, shake(user, { query: `?userId=${user.id}&isAdmin=true` })],
    ['a foreign page', 403, shake(user, { origin: 'https://evil.test' })],
    ['a page of a similar name', 403, shake(user, { origin: 'http://shop.test.evil.test' })],
    ['another port', 403, shake(user, { origin: 'http://shop.test:8080' })],
    ['another scheme', 403, shake(user, { origin: 'https://shop.test' })],
    ['an opaque origin', 403, shake(user, { origin: 'null' })],
    ['no origin', 403, shake(user, { origin: null })],
    ['no upgrade', 400, shake(user, { upgrade: '' })],
    ['another upgrade', 400, shake(user, { upgrade: 'h2c' })],
    ['a number that is none', 400, shake(user, { query: '?since=-1' })],
    ['an id that is none', 400, shake(user, { query: '?userId=me' })],
  ] as const
  for (const [name, status, answer] of cases) {
    const response = await answer
    expect(response.status, name).toBe(status)
    expect(response.webSocket != null, name).toBe(status === 101)
    response.webSocket?.accept()
    response.webSocket?.close()
  }
})

test('the 121st connection of one user at once gets 429 with Retry-After; another user connects', async () => {
  stopClock()
  const [user, other] = [await aUser(), await aUser()]
  const open = async (who: typeof user) => {
    const response = await shake(who)
    response.webSocket?.accept()
    response.webSocket?.close()
    return response
  }
  for (let n = 0; n < 120; n += 1) expect((await open(user)).status).toBe(101)
  const refused = await open(user)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect((await open(other)).status).toBe(101)
})

test('handshakes without a session from one address get 429 after 200', async () => {
  stopClock()
  const from = { 'cf-connecting-ip': '203.0.113.77', upgrade: 'websocket', origin: SHOP }
  const one = () => visitor().fetch('GET', '/ws', from)
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, one))).map(({ status }) => status))
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect((await one()).status).toBe(429)
})

test('250 accepted handshakes from one address, as after a deployment, are not refused', async () => {
  stopClock()
  const users = await Promise.all(Array.from({ length: 5 }, () => aUser()))
  const from = { 'cf-connecting-ip': '203.0.113.78', upgrade: 'websocket', origin: SHOP }
  for (const user of users)
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => user.fetch('GET', '/ws', from)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([101]))
      for (const { webSocket } of answers) {
        webSocket?.accept()
        webSocket?.close()
      }
    }
})

test('a handshake makes one query, and calls no rate limiter', async () => {
  const limited: string[] = []
  const RATE_LIMITER = {
    getByName: (name: string) => {
      limited.push(name)
      return env.RATE_LIMITER.getByName(name)
    },
  } as unknown as typeof env.RATE_LIMITER
  const { bindings, statements } = watched({ ...env, RATE_LIMITER })
  const user = await aUser({ bindings })
  const headers = { 'cf-connecting-ip': '203.0.113.79', upgrade: 'websocket', origin: SHOP }
  const { status, webSocket } = await user.fetch('GET', `/ws?userId=${user.id}&after=0`, headers)
  expect([status, statements.length, limited]).toEqual([101, 1, []])
  webSocket?.accept()
  webSocket?.close()
})
