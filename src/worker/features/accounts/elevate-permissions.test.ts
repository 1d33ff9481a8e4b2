import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { aUser, logInAgain, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'

const PATH = '/api/auth/secure-operations/elevate-permissions'
const KEY = env.ADMIN_KEY ?? ''
const from = (ip: string) => ({ 'cf-connecting-ip': ip })

// spec: make-admin-by-key
test('the key makes an account an admin from its next login, ends its sessions, and has an audit log entry', async () => {
  const user = await aUser()
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
    const user = await aUser()
    await env.DB.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).bind(user.id).run()
    const answer = await visitor().post(PATH, { username: user.username, adminKey: KEY }, from('203.0.113.3'))
    expect(answer.status).toBe(403)
  }
})

test('without a configured key the route answers 404', async () => {
  const user = await aUser()
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

test('guesses from many IP addresses do not lock out the owner of the key', async () => {
  const user = await aUser()
  const guess = (ip: string) => visitor().post(PATH, { username: user.username, adminKey: 'guess' }, from(ip))
  for (let host = 1; host <= 60; host += 1) expect((await guess(`198.51.100.${host}`)).status).toBe(403)
  const answer = await visitor().post(PATH, { username: user.username, adminKey: KEY }, from('203.0.113.6'))
  expect(answer.status, answer.text).toBe(200)
})
