import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import { aUser, confirmAddress, logInAgain, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'

const PATH = '/api/auth/secure-operations/elevate-permissions'
const KEY = env.ADMIN_KEY ?? ''
const from = (ip: string) => ({ 'cf-connecting-ip': ip })

// spec: make-admin-by-key
test('the key makes an account an admin from its next login, ends its sessions, and has an audit log entry', async () => {
  const user = await aUser({ confirmed: true })
  const answer = await visitor().post(
    PATH,
    { username: user.username.toUpperCase(), adminKey: KEY },
    from('203.0.113.1'),
  )
  expect([answer.status, answer.message]).toEqual([200, `${user.username} is an admin now`])
  expect((await user.get('/api/auth/me')).status).toBe(401)
  await logInAgain(user)
  expect((await user.get<{ isAdmin: boolean }>('/api/auth/me')).data.isAdmin).toBe(true)
  const { results } = await env.DB.prepare(
    'SELECT action, actor_id, before, after, ip FROM audit_log WHERE subject = ?',
  )
    .bind(`user:${user.id}`)
    .all()
  expect(results).toEqual([
    {
      action: 'elevate-permissions',
      actor_id: user.id,
      before: '{"isAdmin":false}',
      after: '{"isAdmin":true}',
      ip: '203.0.113.1',
    },
  ])
})

// spec: call-elevate
test('a wrong name and a wrong key get the same response, and neither writes to the audit log', async () => {
  const user = await aUser()
  const before = await env.DB.prepare('SELECT count(*) AS n FROM audit_log').first('n')
  const wrongKey = await visitor().post(
    PATH,
    { username: user.username, adminKey: `${KEY}x` },
    from('203.0.113.2'),
  )
  const wrongName = await visitor().post(
    PATH,
    { username: 'nobody-here', adminKey: KEY },
    from('203.0.113.2'),
  )
  expect(wrongKey.status).toBe(403)
  expect([wrongKey.status, wrongKey.text]).toEqual([wrongName.status, wrongName.text])
  expect((await user.get<{ isAdmin: boolean }>('/api/auth/me')).data.isAdmin).toBe(false)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM audit_log').first('n')).toBe(before)
})

test('a closed or deleted account is not made an admin', async () => {
  for (const column of ['deactivated_at', 'deleted_at']) {
    const user = await aUser({ confirmed: true })
    await env.DB.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).bind(user.id).run()
    const answer = await visitor().post(PATH, { username: user.username, adminKey: KEY }, from('203.0.113.3'))
    expect(answer.status).toBe(403)
  }
})

test('without a configured key the route answers 404', async () => {
  const user = await aUser({ confirmed: true })
  const without = { ...env, ADMIN_KEY: undefined }
  const answer = await visitor(without).post(
    PATH,
    { username: user.username, adminKey: 'undefined' },
    from('203.0.113.4'),
  )
  expect([answer.status, answer.message]).toEqual([404, `There is nothing at ${PATH}`])
})

test('guessing from one IP address gets 429 after five attempts', async () => {
  stopClock()
  const guess = () => visitor().post(PATH, { username: 'someone', adminKey: 'guess' }, from('203.0.113.5'))
  for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(403)
  const refused = await guess()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('guesses from many IP addresses get 429 after 30 in an hour; a browser known to the account still gets in', async () => {
  const start = Date.now() + 2 * HOUR
  stopClock(start)
  const user = await aUser({ confirmed: true })
  const known = visitor()
  await known.post('/api/auth/login', { username: user.username, password: user.password })
  const elevate = (ip: string, adminKey = 'guess', browser = visitor()) =>
    browser.post(PATH, { username: user.username, adminKey }, from(ip))
  for (let host = 1; host <= 30; host += 1) expect((await elevate(`198.51.100.${host}`)).status).toBe(403)
  const refused = await elevate('203.0.113.6', KEY)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  const guess = await elevate('203.0.113.7', 'guess', known)
  expect(guess.status, guess.text).toBe(403)
  const answer = await elevate('203.0.113.8', KEY, known)
  expect(answer.status, answer.text).toBe(200)
  stopClock(start + HOUR)
  expect((await elevate('203.0.113.9', KEY)).status).toBe(200)
})

test('a browser known to the account gets 429 after five guesses', async () => {
  stopClock(Date.now() + 4 * HOUR)
  const user = await aUser()
  const known = visitor()
  await known.post('/api/auth/login', { username: user.username, password: user.password })
  const guess = (n: number) =>
    known.post(PATH, { username: user.username, adminKey: 'guess' }, from(`192.0.2.${n}`))
  for (let n = 1; n <= 5; n += 1) expect((await guess(n)).status).toBe(403)
  expect((await guess(6)).status).toBe(429)
})

test('the right key refuses an account whose address was never confirmed, and says so', async () => {
  const user = await aUser()
  const elevate = () => visitor().post(PATH, { username: user.username, adminKey: KEY }, from('203.0.113.8'))
  const refused = await elevate()
  expect([refused.status, refused.message]).toEqual([
    409,
    'Confirm this account’s email address first, with the link that we mailed to it.',
  ])
  await confirmAddress(user)
  expect((await elevate()).status).toBe(200)
})
