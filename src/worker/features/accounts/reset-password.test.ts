import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#shared/accounts/contract.ts'
import { HOUR } from '#shared/core/time.ts'
import { sha256Hex } from '../../core/tokens.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aMailbox, CHANGED, RESET } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'
import { connect, until } from '../../testing/sockets.ts'

beforeAll(sandbox.calm)

const FORGOT = '/api/auth/forgot-password'
const NEW = 'a better password'

const reset = (token: string, password = NEW, headers = {}) =>
  visitor().post('/api/auth/reset-password', { token, password }, headers)
const logIn = async (user: SignedIn, password: string) =>
  (await visitor().post('/api/auth/login', { username: user.username, password })).status
const tokensOf = async (user: SignedIn) =>
  (
    await env.DB.prepare('SELECT * FROM auth_tokens WHERE user_id = ? AND purpose = ?')
      .bind(user.id, 'reset_password')
      .all<{ token_hash: string; expires_at: number; created_at: number; used_at: number | null }>()
  ).results

async function aResetLink() {
  const box = aMailbox()
  const user = await aUser({ bindings: box.bindings })
  expect((await visitor(box.bindings).post(FORGOT, { email: user.email })).status).toBe(200)
  return { box, user, token: await box.token(user.email, RESET) }
}

describe('forgetting a password', () => {
  test('answers known, unknown, closed and deleted accounts alike, and mails only the known one', async () => {
    const box = aMailbox()
    const [user, closed, deleted] = [await aUser(), await aUser(), await aUser()]
    await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.id).run()
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(deleted.id).run()
    const nobody = `${unique('nobody')}@mail.test`
    const answers: { status: number; text: string; cookies: string[]; length: string | null }[] = []
    for (const email of [user.email.toUpperCase(), nobody, closed.email, deleted.email]) {
      const { status, text, headers } = await visitor(box.bindings).post(FORGOT, { email })
      answers.push({ status, text, cookies: headers.getSetCookie(), length: headers.get('content-length') })
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(answers[0]?.status).toBe(200)
    expect(await box.subjects(user.email)).toEqual([RESET])
    for (const email of [nobody, closed.email, deleted.email]) expect(await box.subjects(email)).toEqual([])
  })

  test('gets its response before the account is read', async () => {
    const user = await aUser()
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    // A database that runs queries on users only once the gate is open.
    const DB = new Proxy(env.DB, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value
        return (sql: string) => (sql.includes('"users"') ? held(target.prepare(sql)) : target.prepare(sql))
      },
    })
    const held = (statement: D1PreparedStatement): D1PreparedStatement =>
      new Proxy(statement, {
        get(target, name) {
          const value = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          if (name === 'bind') return (...params: unknown[]) => held(target.bind(...params))
          return async (...args: unknown[]) => {
            await gate
            return value.apply(target, args)
          }
        },
      })
    const { default: worker } = await import('../../index.ts')
    const left: Promise<unknown>[] = []
    const ctx = {
      waitUntil: (work: Promise<unknown>) => left.push(work),
      passThroughOnException: () => undefined,
    } as unknown as ExecutionContext
    const headers = { origin: 'http://shop.test', 'content-type': 'application/json' }
    const body = JSON.stringify({ email: user.email })
    const request = new Request(`http://shop.test${FORGOT}`, { method: 'POST', headers, body })
    const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, DB }, ctx)
    expect(answer.status).toBe(200)
    expect(await tokensOf(user)).toEqual([])
    open()
    await Promise.all(left)
    expect(await tokensOf(user)).toHaveLength(1)
  })

  test('mails a link whose token is in the URL fragment, which no server gets, and in no table', async () => {
    const { box, user, token } = await aResetLink()
    const mail = await box.mail(user.email, RESET)
    expect(mail?.html).toContain(`href="http://shop.test/reset-password#token=${token}"`)
    const [row] = await tokensOf(user)
    expect(row?.token_hash).toBe(await sha256Hex(token))
    expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(HOUR)
    for (const table of ['auth_tokens', 'email_deliveries', 'outbox']) {
      const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
      expect(JSON.stringify(results)).not.toContain(token)
    }
  })

  test('is limited to 3 per email address, with or without an account, and 10 per IP address', async () => {
    stopClock()
    const user = await aUser()
    for (const email of [user.email, `${unique('nobody')}@mail.test`]) {
      const statuses = []
      for (let n = 0; n < 4; n++) statuses.push((await visitor().post(FORGOT, { email })).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    }
    const headers = { 'cf-connecting-ip': '198.51.100.41' }
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const email = `${unique('spray')}@mail.test`
      statuses.push((await visitor().post(FORGOT, { email }, headers)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    const last = await visitor().post(FORGOT, { email: 'x@mail.test' }, headers)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('with a malformed address gets an error message', async () => {
    expect((await visitor().post(FORGOT, { email: 'nobody' })).message).toBe('Invalid email address')
  })
})

describe('resetting a password', () => {
  test('sets the new one, ends all sessions and their sockets, confirms the address and notifies it', async () => {
    const { box, user, token } = await aResetLink()
    const socket = await connect(user)
    const answer = await visitor(box.bindings).post('/api/auth/reset-password', { token, password: NEW })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect([answer.status, cookies]).toEqual([200, ['known_device']])
    expect((await user.get('/api/auth/me')).status).toBe(401)
    await until(() => socket.closed !== null)
    expect(socket.closed?.code).toBe(4001)
    expect([await logIn(user, user.password), await logIn(user, NEW)]).toEqual([401, 200])
    const row = await env.DB.prepare('SELECT email_verified_at AS at FROM users WHERE id = ?')
      .bind(user.id)
      .first<{ at: number | null }>()
    expect(row?.at).toBeGreaterThan(Date.now() - 60_000)
    expect(await box.subjects(user.email)).toEqual([CHANGED, RESET])
    expect((await box.mail(user.email, CHANGED))?.text).toContain(
      'Every device was logged out, and the download links in our emails ended.',
    )
  })

  test('works once, also for five requests at once, and the refused ones change nothing', async () => {
    const { user, token } = await aResetLink()
    const passwords = Array.from({ length: 5 }, (_, n) => `password number ${n}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
    const won = answers.findIndex(({ status }) => status === 200)
    for (const [n, password] of passwords.entries())
      expect(await logIn(user, password)).toBe(n === won ? 200 : 401)
    const mails = await env.DB.prepare(
      "SELECT count(*) AS n FROM email_deliveries WHERE user_id = ? AND template = 'password-changed'",
    )
      .bind(user.id)
      .first<{ n: number }>()
    expect(mails?.n).toBe(1)
    expect((await reset(token, 'once again please')).status).toBe(410)
  }, 30_000)

  test('with a used link rolls back the whole batch: session and password stay', async () => {
    const { user, token } = await aResetLink()
    await env.DB.prepare('UPDATE auth_tokens SET used_at = 1 WHERE token_hash = ?')
      .bind(await sha256Hex(token))
      .run()
    const { openDb, commit } = await import('../../db/client.ts')
    const { endSessions, replacePassword, takeToken } = await import('./writes.ts')
    const db = openDb(env.DB)
    const now = Date.now()
    const late = commit(db, [
      takeToken(db, await sha256Hex(token), now),
      replacePassword(db, user.id, 'overwritten', now),
      ...endSessions(db, { key: unique('late'), userId: user.id, now }),
    ])
    await expect(late).rejects.toThrow()
    expect((await user.get('/api/auth/me')).status).toBe(200)
    expect(await logIn(user, user.password)).toBe(200)
  })

  test('with an expired link gets 410 and changes nothing', async () => {
    const { user, token } = await aResetLink()
    await env.DB.prepare('UPDATE auth_tokens SET expires_at = ? WHERE token_hash = ?')
      .bind(Date.now() - 1, await sha256Hex(token))
      .run()
    const answer = await reset(token)
    expect([answer.status, answer.message]).toEqual([410, 'This link no longer works. Ask for a new one.'])
    expect(await logIn(user, user.password)).toBe(200)
  })

  test('works with the newest link only: a new request ends the older link', async () => {
    const { box, user, token } = await aResetLink()
    await visitor(box.bindings).post(FORGOT, { email: user.email })
    const newer = await box.token(user.email, RESET)
    expect(newer).not.toBe(token)
    expect([(await reset(token)).status, (await reset(newer)).status]).toEqual([410, 200])
  })

  test('does not work with a confirmation link, a hash or a made-up token', async () => {
    const { user, token } = await aResetLink()
    const box = aMailbox()
    await user.again(box.bindings).post('/api/auth/resend-verification')
    const confirm = await box.token(user.email, 'Confirm your email address')
    for (const wrong of [confirm, await sha256Hex(token), `${token}x`, token.toUpperCase(), 'x'.repeat(43)])
      expect((await reset(wrong)).status, wrong).toBe(410)
    for (const wrong of ['', 'x'.repeat(201)]) expect((await reset(wrong)).status).toBe(400)
    expect((await reset(token, 'short')).message).toBe('Password must be at least 8 characters')
    expect(await logIn(user, user.password)).toBe(200)
  })

  test('of an account that was closed or deleted meanwhile gets 410', async () => {
    for (const column of ['deactivated_at', 'deleted_at']) {
      const { user, token } = await aResetLink()
      await env.DB.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).bind(user.id).run()
      expect((await reset(token)).status).toBe(410)
    }
  })

  test('ends a pending change of address', async () => {
    const { box, user, token } = await aResetLink()
    const notification_preferences = { emailNotifications: true, promotionalEmails: true, newAirdrops: true }
    const email = `thief-${user.email}`
    const asked = await user.put<Profile>('/api/user/profile', {
      email,
      notification_preferences,
      currentPassword: user.password,
    })
    expect(asked.data.pendingEmail).toBe(email)
    const moving = await box.token(email, 'Confirm your email address')
    expect((await reset(token)).status).toBe(200)
    expect((await visitor().post('/api/auth/verify-email', { token: moving })).status).toBe(410)
  })

  test('resets the count of wrong logins, so that the owner can log in at once', async () => {
    stopClock()
    const { user, token } = await aResetLink()
    for (let n = 0; n < 11; n++) await logIn(user, 'wrong password')
    expect(await logIn(user, user.password)).toBe(429)
    expect((await reset(token)).status).toBe(200)
    expect(await logIn(user, NEW)).toBe(200)
  }, 30_000)

  test('is limited to 20 attempts per IP address', async () => {
    stopClock()
    const headers = { 'cf-connecting-ip': '198.51.100.42' }
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await reset('x'.repeat(43), NEW, headers)).status)
    expect(statuses).toEqual([...Array(20).fill(410), 429])
  })
})
