import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { keyIdOf } from '../../core/key-id.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)

const PEPPER = 'the pepper after the replacement, long'
const LINK_KEY = 'the link key after the replacement, long'
const removed: Env = { ...env, PASSWORD_PEPPER: PEPPER, LINK_SIGNING_KEY: LINK_KEY }
const rotated: Env = {
  ...removed,
  PASSWORD_PREVIOUS_PEPPERS: env.PASSWORD_PEPPER,
  LINK_PREVIOUS_KEYS: env.LINK_SIGNING_KEY,
}

const logIn = async ({ username, password }: SignedIn, bindings: Env) =>
  (await visitor(bindings).post('/api/auth/login', { username, password })).status
const keyOf = async ({ id }: SignedIn) =>
  /,keyid=(\w+)\$/.exec(
    (await env.DB.prepare('SELECT password FROM users WHERE id = ?').bind(id).first<string>('password')) ??
      '',
  )?.[1]

test('a login after the pepper was replaced succeeds and stores a hash of the new pepper', async () => {
  const user = await aUser()
  expect(await keyOf(user)).toBe(await keyIdOf(env.PASSWORD_PEPPER))
  expect(await logIn(user, removed)).toBe(401)
  expect(await logIn(user, rotated)).toBe(200)
  expect(await keyOf(user)).toBe(await keyIdOf(PEPPER))
  expect(await logIn(user, removed)).toBe(200)
})

test('a login stores the name of the pepper in a hash from before peppers had names', async () => {
  const user = await aUser()
  await env.DB.prepare("UPDATE users SET password = replace(password, ?, '') WHERE id = ?")
    .bind(`,keyid=${await keyIdOf(env.PASSWORD_PEPPER)}`, user.id)
    .run()
  expect(await keyOf(user)).toBeUndefined()
  expect(await logIn(user, env)).toBe(200)
  expect(await keyOf(user)).toBe(await keyIdOf(env.PASSWORD_PEPPER))
})

test('a reset link that was asked for before its key was replaced works, also where its mail is sent later', async () => {
  const { bindings, sent } = withPausedQueue()
  const user = await aUser()
  await visitor(bindings).post('/api/auth/forgot-password', { email: user.email })
  await expect.poll(() => sent.length).toBe(1)
  await consume(sent, {}, rotated)
  const [mail] = await sandbox.mails(user.email)
  const [, token] = /#token=([\w-]{43})"/.exec(mail?.html ?? '') ?? []
  const reset = await visitor(rotated).post('/api/auth/reset-password', {
    token,
    password: 'a better password',
  })
  expect(reset.status).toBe(200)
})

test('a browser stays known after the key was replaced', async () => {
  const user = await aUser()
  const browser = visitor()
  await browser.post('/api/auth/login', { username: user.username, password: user.password })
  const cookie = browser.cookies.get('known_device') ?? ''
  expect(cookie).toContain(`.${await keyIdOf(env.LINK_SIGNING_KEY)}`)
  const wrong = { username: user.username, password: 'wrong password' }
  const triesOf = async (bindings: Env) => {
    const known = visitor(bindings)
    known.cookies.set('known_device', cookie)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 22; attempt += 1) {
      const from = { 'cf-connecting-ip': `2001:db8:${attempt}::1` }
      statuses.push((await visitor(bindings).post('/api/auth/login', wrong, from)).status)
    }
    expect(statuses).toContain(429)
    return (await known.post('/api/auth/login', { ...wrong, password: user.password })).status
  }
  expect(await triesOf(rotated)).toBe(200)
  expect(await triesOf(removed)).toBe(429)
})
