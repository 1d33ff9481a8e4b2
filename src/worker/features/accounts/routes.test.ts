import { env } from 'cloudflare:workers'
import { argon2id } from '@noble/hashes/argon2.js'
import Argon2 from '@phi-ag/argon2'
import { describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import { hmacSha256 } from '../../core/tokens.ts'
import { DAILY } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '../../http/session-limits.ts'
import { configOf } from '../../providers/config.ts'
import { aRegisteredUser, aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { ring, unique, withPausedQueue } from '../../testing/shop.ts'
import { logIn } from './log-in.ts'
import { randomReferralCode } from './referral-code.ts'
import { startSession } from './start-session.ts'

const LOGIN = '/api/auth/login'
const REGISTER = '/api/auth/register'
const ME = '/api/auth/me'

const aForm = () => {
  const username = unique('new').replaceAll('-', '_')
  return { username, email: `${username}@mail.test`, password: 'long enough' }
}
const usersNamed = async (username: string) =>
  (await env.DB.prepare('SELECT * FROM users WHERE username_key = ?').bind(username.toLowerCase()).all())
    .results

test('a new shop has no account, and default credentials get 401', async () => {
  const row = await env.DB.prepare('SELECT count(*) AS n FROM users').first<{ n: number }>()
  expect(row?.n).toBe(0)
  for (const username of ['admin', 'root', 'administrator', 'demo', 'test']) {
    for (const password of ['admin-password', 'password', 'admin123', 'changeme1'])
      expect((await visitor().post(LOGIN, { username, password })).status).toBe(401)
  }
})

describe('registering', () => {
  test('is limited to 10 per mailbox, also with tagged addresses', async () => {
    stopClock()
    const mailbox = unique('bombed')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      const email = n === 0 ? `${mailbox}@mail.test` : `${mailbox}+${n}@mail.test`
      statuses.push((await visitor().post(REGISTER, { ...aForm(), email })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429])
  })

  // spec: referral-code, current-user
  test('creates an account and a session, and returns the account’s public fields only', async () => {
    const form = aForm()
    const browser = visitor()
    const created = await browser.post<CurrentUser>(REGISTER, form)
    expect(created.status).toBe(201)
    expect(created.message).toBe(`Welcome, ${form.username}`)
    expect(created.data).toEqual({
      id: expect.any(Number),
      username: form.username,
      email: form.email,
      isAdmin: false,
      staffRole: null,
    })
    expect((await browser.get<CurrentUser>(ME)).data).toEqual(created.data)
    expect(created.text).not.toMatch(/argon2|referral|password/i)
    const [row] = await usersNamed(form.username)
    expect(row).toMatchObject({ is_admin: 0, email_verified_at: null })
    expect(String(row?.referral_code)).toMatch(/^[A-Z2-9]{8}$/)
    expect(JSON.stringify(row)).not.toContain(form.password)
    const cookie = created.headers.getSetCookie().find((one) => one.startsWith('session=')) ?? ''
    expect(cookie).toMatch(/^session=[\w-]{43};.*HttpOnly/)
    expect(cookie).toContain('SameSite=Lax')
    const stored = await env.DB.prepare('SELECT sid FROM sessions WHERE user_id = ?')
      .bind(created.data.id)
      .all()
    expect(JSON.stringify(stored.results)).not.toContain(browser.cookies.get('session'))
  })

  // spec: password-length
  test('refuses invalid input with the messages of the specification', async () => {
    const form = aForm()
    const refusals = [
      [{ ...form, username: '' }, 'Username is required'],
      [{ ...form, username: '   ' }, 'Username is required'],
      [{ ...form, password: 'short77' }, 'Password must be at least 8 characters'],
      [{ ...form, password: '' }, 'Password must be at least 8 characters'],
      [{ ...form, email: 'not an address' }, 'Invalid email address'],
      [{ ...form, email: '' }, 'Invalid email address'],
      [{ ...form, username: 'a@b.test' }, 'Use letters, digits, dots, dashes and underscores only'],
      [{ ...form, username: 'x'.repeat(33) }, 'Username must be at most 32 characters'],
      [{ ...form, password: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
    ] as const
    for (const [wrong, message] of refusals) {
      const answer = await visitor().post<{ fields: Record<string, string> }>(REGISTER, wrong)
      expect([answer.status, answer.message, answer.success], JSON.stringify(wrong)).toEqual([
        400,
        message,
        false,
      ])
      expect(Object.values(answer.data.fields)).toContain(message)
    }
    for (const wrong of [
      {},
      null,
      [],
      'x',
      { ...form, username: { $ne: '' } },
      { ...form, password: ['long enough'] },
    ])
      expect((await visitor().post(REGISTER, wrong)).status).toBe(400)
    expect((await visitor().post(LOGIN, { username: '', password: 'long enough' })).message).toBe(
      'Username is required',
    )
    expect((await visitor().post(LOGIN, { username: 'x', password: 'short' })).message).toBe(
      'Password must be at least 8 characters',
    )
  })

  // spec: register-unique
  test('refuses a taken username or email, each with its message, in any case, also for requests at once', async () => {
    const form = aForm()
    expect((await visitor().post(REGISTER, form)).status).toBe(201)
    const sameName = await visitor().post(REGISTER, { ...aForm(), username: form.username.toUpperCase() })
    expect([sameName.status, sameName.message]).toEqual([409, 'This username is already taken'])
    expect(sameName.data).toEqual({ fields: { username: 'This username is already taken' } })
    const sameMail = await visitor().post(REGISTER, { ...aForm(), email: form.email.toUpperCase() })
    expect([sameMail.status, sameMail.message]).toEqual([
      409,
      'There is already an account with this email address. Please log in instead.',
    ])
    for (const same of ['username', 'email'] as const) {
      const first = aForm()
      const race = await Promise.all(
        Array.from({ length: 6 }, () => visitor().post(REGISTER, { ...aForm(), [same]: first[same] })),
      )
      expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    }
  })

  test('ignores an id, a role, a confirmed address, a referral code or a user’s id in the request', async () => {
    const victim = await aUser()
    const form = aForm()
    const browser = visitor()
    const created = await browser.post<CurrentUser>(REGISTER, {
      ...form,
      id: victim.id,
      isAdmin: true,
      is_admin: 1,
      role: 'admin',
      referralCode: 'MYCODE22',
      referral_code: 'MYCODE22',
      emailVerifiedAt: 1,
      createdAt: 1,
      __proto__: { isAdmin: true },
    })
    expect(created.status).toBe(201)
    expect(created.data.id).not.toBe(victim.id)
    const [row] = await usersNamed(form.username)
    expect(row).toMatchObject({ is_admin: 0, email_verified_at: null, referred_by: null })
    expect(row?.referral_code).not.toBe('MYCODE22')
    expect((await browser.get('/api/secure-management/email-deliveries')).status).toBe(403)
    for (const claim of [{ isAdmin: true }, { userId: victim.id }]) {
      const again = await visitor().post<CurrentUser>(LOGIN, { ...form, ...claim })
      expect(again.data).toEqual(created.data)
    }
  })

  // spec: call-register
  test('stores the referrer by a code in any case, and none for one’s own or an unknown code', async () => {
    const referrer = await aUser()
    const code = await env.DB.prepare('SELECT referral_code AS code FROM users WHERE id = ?')
      .bind(referrer.id)
      .first<{ code: string }>()
    const referredBy = async (more: object, email?: string) => {
      const form = { ...aForm(), ...(email && { email }), ...more }
      expect((await visitor().post(REGISTER, form)).status).toBe(201)
      return (await usersNamed(form.username))[0]?.referred_by
    }
    expect(await referredBy({ referralCode: code?.code })).toBe(referrer.id)
    expect(await referredBy({ referredBy: ` ${code?.code.toLowerCase()} ` })).toBe(referrer.id)
    expect(await referredBy({ referralCode: randomReferralCode() })).toBeNull()
    expect(await referredBy({ referredBy: referrer.id })).toBe(referrer.id)
    expect(await referredBy({ referredBy: referrer.id, referralCode: code?.code })).toBe(referrer.id)
    expect(await referredBy({ referredBy: referrer.id, referralCode: randomReferralCode() })).toBe(
      referrer.id,
    )
    const tagged = referrer.email.replace('@', '+again@')
    expect(await referredBy({ referralCode: code?.code }, tagged)).toBeNull()
    expect(await referredBy({ referredBy: referrer.id }, tagged.replace('again', 'more'))).toBeNull()
  })

  // spec: call-register
  test.each([
    ['an unknown id', { referredBy: 987_654_321 }, 'We know no account with this ID or referral code.'],
    ['an unknown code', { referredBy: 'NOBODY22' }, 'We know no account with this ID or referral code.'],
    ['another account than the code', {}, 'The referral code belongs to another account.'],
  ])('refuses referredBy with %s, and makes no account', async (_, named, message) => {
    const [one, other] = [await aUser(), await aUser()]
    const code = await env.DB.prepare('SELECT referral_code AS referralCode FROM users WHERE id = ?')
      .bind(one.id)
      .first<{ referralCode: string }>()
    const form = { ...aForm(), ...('referredBy' in named ? named : { referredBy: other.id, ...code }) }
    const refused = await visitor().post<{ fields: object }>(REGISTER, form)
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining(message)])
    expect(refused.data.fields).toEqual({ referredBy: refused.message })
    expect(await usersNamed(form.username)).toEqual([])
  })
})

describe('logging in', () => {
  const login = (user: SignedIn, username: string, password = user.password) =>
    visitor().post<CurrentUser>(LOGIN, { username, password })

  // spec: call-login
  test('works by username or email in any case, and not by anything else', async () => {
    const user = await aUser()
    for (const name of [
      user.username,
      user.username.toUpperCase(),
      user.email,
      ` ${user.email.toUpperCase()} `,
    ]) {
      const answer = await login(user, name)
      expect([answer.status, answer.data?.id, answer.message]).toEqual([
        200,
        user.id,
        `Welcome back, ${user.username}`,
      ])
    }
    for (const name of [String(user.id), `${user.username}%`, user.email.split('@')[0] + '@', "' OR 1=1 --"])
      expect((await login(user, name)).status, name).toBe(401)
  })

  test('has the same response and work for a wrong password, an unknown name and a closed account', async () => {
    const [user, closed, deleted] = [await aUser(), await aUser(), await aUser()]
    await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.id).run()
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(deleted.id).run()
    const verify = vi.spyOn(Argon2.prototype, 'tryVerify')
    const hash = vi.spyOn(Argon2.prototype, 'hash')
    const answers = []
    for (const [username, password] of [
      [user.username, 'wrong password'],
      [user.email, 'wrong password'],
      [unique('nobody'), 'wrong password'],
      [`${unique('nobody')}@mail.test`, 'wrong password'],
      [closed.username, closed.password],
      [deleted.username, deleted.password],
    ]) {
      const { status, text, headers } = await visitor().post(LOGIN, { username, password })
      answers.push({ status, text, cookies: headers.getSetCookie(), verified: verify.mock.calls.length })
      verify.mockClear()
    }
    expect(hash).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    const refusal = { success: false, message: 'Invalid username or password' }
    expect(answers).toEqual(
      answers.map(() => ({ status: 401, text: JSON.stringify(refusal), cookies: [], verified: 1 })),
    )
  })

  test('compares the whole password, in any script', async () => {
    for (const [right, wrong] of [
      ['пароль123', 'пароль999'],
      ['🔑🔑🔑🔑secret', '🔑🔑🔑🔑OTHER!'],
      [`${'a'.repeat(65)}b`, `${'a'.repeat(65)}c`],
    ] as const) {
      const form = { ...aForm(), password: right }
      expect((await visitor().post(REGISTER, form)).status).toBe(201)
      expect((await visitor().post(LOGIN, { username: form.username, password: wrong })).status).toBe(401)
      expect((await visitor().post(LOGIN, { username: form.username, password: right })).status).toBe(200)
    }
  })

  test('replaces a hash with older parameters, and the same password still works', async () => {
    const user = await aRegisteredUser()
    const stored = async () =>
      (
        await env.DB.prepare('SELECT password FROM users WHERE id = ?')
          .bind(user.id)
          .first<{ password: string }>()
      )?.password ?? ''
    const today = await stored()
    const instance = await login(user, user.username)
    expect([instance.status, await stored()]).toEqual([200, today])
    const input = (await hmacSha256(env.PASSWORD_PEPPER, user.password)).toBase64()
    const salt = new TextEncoder().encode('saltsaltsaltsalt')
    const tag = argon2id(input, salt, { m: 1024, t: 1, p: 1, dkLen: 32 })
    const bare = (bytes: Uint8Array) => bytes.toBase64({ omitPadding: true })
    await env.DB.prepare('UPDATE users SET password = ? WHERE id = ?')
      .bind(`$argon2id$v=19$m=1024,t=1,p=1$${bare(salt)}$${bare(tag)}`, user.id)
      .run()
    expect((await login(user, user.username)).status).toBe(200)
    expect(await stored()).toContain('m=19456,t=2,p=1')
    expect((await login(user, user.username)).status).toBe(200)
  })

  test('gets 429 after ten wrong passwords for one account and IP address; a right one resets the count', async () => {
    stopClock()
    const [user, other] = [await aUser(), await aUser()]
    const wrong = (who: SignedIn) => login(who, who.email, 'wrong password')
    for (let n = 0; n < 9; n++) expect((await wrong(user)).status).toBe(401)
    expect((await login(user, user.email)).status).toBe(200)
    for (let n = 0; n < 10; n++) expect((await wrong(user)).status).toBe(401)
    const refused = await login(user, user.email.toUpperCase())
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.message).toBe('Too many attempts. Please try again in 15 minutes.')
    expect((await login(other, other.email)).status).toBe(200)
  })

  test('starts no session if the password was changed after it was checked', async () => {
    const user = await aUser()
    const db = openDb(env.DB)
    const deps = { env, db, config: configOf(env), later: () => undefined }
    const from = { ip: null, isKnown: async () => false }
    const known = await logIn(deps, user, from, Date.now())
    const checked = { id: user.id, password: known.password }
    const device = { ip: null, userAgent: null }
    await startSession(db, checked, device, Date.now())
    const form = { currentPassword: user.password, newPassword: 'another password' }
    expect((await user.put('/api/user/password', form)).status).toBe(200)
    await expect(startSession(db, checked, device, Date.now())).rejects.toMatchObject({ status: 401 })
  })

  test('is limited to 50 attempts per IP address, over all accounts', async () => {
    stopClock()
    const headers = { 'cf-connecting-ip': '198.51.100.7' }
    const accounts = await Promise.all(Array.from({ length: 25 }, () => aUser()))
    const statuses: number[] = []
    for (const { username, email } of accounts)
      for (const name of [username, email])
        statuses.push(
          (await visitor().post(LOGIN, { username: name, password: 'password1' }, headers)).status,
        )
    expect(statuses).toEqual(Array(50).fill(401))
    const next = { username: unique('spray'), password: 'password1' }
    expect((await visitor().post(LOGIN, next, headers)).status).toBe(429)
    const elsewhere = { 'cf-connecting-ip': '198.51.100.8' }
    expect((await visitor().post(LOGIN, { username: 'x', password: 'password1' }, elsewhere)).status).toBe(
      401,
    )
  }, 20_000)
})

describe('a session', () => {
  const alter = (user: SignedIn, column: 'expire' | 'last_seen_at', value: number) =>
    env.DB.prepare(`UPDATE sessions SET ${column} = ? WHERE user_id = ?`).bind(value, user.id).run()

  // spec: sessions
  test('is a new one at every login, and the one that the request brought ends', async () => {
    const user = await aUser()
    const before = user.again()
    expect((await user.post(LOGIN, { username: user.username, password: user.password })).status).toBe(200)
    expect(user.cookies.get('session')).not.toBe(before.cookies.get('session'))
    expect([(await user.get(ME)).status, (await before.get(ME)).status]).toEqual([200, 401])
    // A token planted before the login is not adopted either.
    const planted = visitor()
    planted.cookies.set('session', 'p'.repeat(43))
    await planted.post(LOGIN, { username: user.username, password: user.password })
    expect(planted.cookies.get('session')).not.toBe('p'.repeat(43))
  })

  // spec: call-logout
  test('ends at logout, at once and permanently, and a logout without one is no error', async () => {
    const user = await aUser()
    const copy = user.again()
    const out = await user.post('/api/auth/logout')
    expect([out.status, out.message]).toEqual([200, 'You have been logged out successfully'])
    expect(user.cookies.has('session')).toBe(false)
    expect((await copy.get(ME)).status).toBe(401)
    expect((await copy.post('/api/auth/logout')).status).toBe(200)
    expect((await visitor().post('/api/auth/logout', {}, { origin: 'https://evil.test' })).status).toBe(403)
  })

  test('ends after 7 days without use, and after 30 days in any case; use keeps it alive until then', async () => {
    expect([SESSION_IDLE_MS, SESSION_ABSOLUTE_MS]).toEqual([7 * DAY, 30 * DAY])
    const user = await aUser()
    const now = Date.now()
    const row = await env.DB.prepare('SELECT created_at, expire FROM sessions WHERE user_id = ?')
      .bind(user.id)
      .first<{ created_at: number; expire: number }>()
    expect((row?.expire ?? 0) - (row?.created_at ?? 0)).toBe(30 * DAY)

    const me = async () => (await user.again().get(ME)).status
    await alter(user, 'last_seen_at', now - 7 * DAY + HOUR)
    expect(await me()).toBe(200)
    const seen = await env.DB.prepare('SELECT last_seen_at AS at FROM sessions WHERE user_id = ?')
      .bind(user.id)
      .first<{ at: number }>()
    expect(seen?.at).toBeGreaterThanOrEqual(now)
    await alter(user, 'last_seen_at', now - 7 * DAY - 1)
    expect(await me()).toBe(401)
    await alter(user, 'last_seen_at', now)
    expect(await me()).toBe(200)
    await alter(user, 'expire', now - 1)
    expect(await me()).toBe(401)
  })

  test('of a closed or deleted account gets 401', async () => {
    for (const column of ['deactivated_at', 'deleted_at']) {
      const user = await aUser()
      await env.DB.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).bind(user.id).run()
      for (const path of [ME, '/api/my-products', '/api/user/purchases'])
        expect((await user.get(path)).status).toBe(401)
    }
  })

  test('that has expired is deleted by the daily housekeeping, and no other', async () => {
    const [live, idle, over] = [await aUser(), await aUser(), await aUser()]
    await alter(idle, 'last_seen_at', Date.now() - 8 * DAY)
    await alter(over, 'expire', Date.now() - 1)
    await ring(DAILY, withPausedQueue().bindings)
    const { results } = await env.DB.prepare('SELECT user_id FROM sessions WHERE user_id IN (?, ?, ?)')
      .bind(live.id, idle.id, over.id)
      .all()
    expect(results).toEqual([{ user_id: live.id }])
  })

  test('is not opened by a made-up token or a stored session id', async () => {
    for (const token of ['', 'x', '0'.repeat(43), 'a'.repeat(5000), "' OR 1=1 --", '../../etc/passwd']) {
      const browser = visitor()
      browser.cookies.set('session', token)
      expect((await browser.get(ME)).status, token).toBe(401)
    }
    // The stored id is not the token: a copy of the table opens no session.
    const user = await aUser()
    const thief = visitor()
    thief.cookies.set('session', await user.sessionId())
    expect((await thief.get(ME)).status).toBe(401)
  })
})
