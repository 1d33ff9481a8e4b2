import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser, Preferences, Profile } from '#shared/accounts/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { sha256Hex } from '../../core/tokens.ts'
import { openDb } from '../../db/client.ts'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, type Client, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aMailbox, CONFIRM, IN_USE, MOVING, RESET, WELCOME } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'
import { sendConfirmation } from './send-confirmation.ts'

beforeAll(sandbox.calm)

const PROFILE = '/api/user/profile'
const ALL_ON = { emailNotifications: true, promotionalEmails: true, newAirdrops: true }

const profileOf = async (user: SignedIn) => (await user.get<Profile>(PROFILE)).data
const save = (user: SignedIn, form: { email?: string; currentPassword?: string } & Partial<Preferences>) => {
  const { email = user.email, currentPassword, ...preferences } = form
  return user.put<Profile & { code?: string }>(PROFILE, {
    email,
    currentPassword,
    notification_preferences: { ...ALL_ON, ...preferences },
  })
}
const verify = (user: Client, token: string) =>
  user.post<{ email: string }>('/api/auth/verify-email', { token })

async function moving() {
  const box = aMailbox()
  const user = await aUser({ bindings: box.bindings })
  const email = `new-${user.email}`
  const asked = await save(user, { email, currentPassword: user.password })
  expect(asked.status).toBe(200)
  return { box, user, email, token: await box.token(email, CONFIRM) }
}

describe('the profile', () => {
  // spec: profile-view
  test('shows the account’s data, with every preference on by default', async () => {
    const user = await aUser()
    const { data, text } = await user.get<Profile>(PROFILE)
    const row = await env.DB.prepare('SELECT created_at AS at, referral_code AS code FROM users WHERE id = ?')
      .bind(user.id)
      .first<{ at: number; code: string }>()
    expect(data).toEqual({
      username: user.username,
      email: user.email,
      emailVerified: false,
      emailProblem: null,
      pendingEmail: null,
      createdAt: new Date(row?.at ?? 0).toISOString(),
      referralCode: row?.code,
      referralUrl: `http://shop.test/?ref=${row?.code}`,
      notification_preferences: ALL_ON,
    })
    expect(text).not.toContain('argon2')
  })

  // spec: call-profile
  test('saves each preference separately, without a password, for its owner only', async () => {
    const [user, other] = [await aUser(), await aUser()]
    for (const name of ['emailNotifications', 'promotionalEmails', 'newAirdrops'] as const) {
      const saved = await save(user, { [name]: false })
      expect([saved.status, saved.message]).toEqual([200, 'Profile updated successfully'])
      expect(saved.data.notification_preferences).toEqual({ ...ALL_ON, [name]: false })
      expect((await profileOf(user)).notification_preferences).toEqual({ ...ALL_ON, [name]: false })
    }
    expect((await profileOf(other)).notification_preferences).toEqual(ALL_ON)
    expect((await save(user, { email: user.email.toUpperCase(), newAirdrops: false })).status).toBe(200)
    expect(await profileOf(user)).toMatchObject({ email: user.email, pendingEmail: null })
  })

  test('refuses malformed input, and ignores an id, a role or a confirmation in it', async () => {
    const user = await aUser()
    for (const wrong of [
      {},
      { email: user.email },
      { email: 'nobody', notification_preferences: ALL_ON },
      { email: `${'x'.repeat(250)}@mail.test`, notification_preferences: ALL_ON },
      { email: user.email, notification_preferences: { ...ALL_ON, newAirdrops: 'yes' } },
      { email: user.email, notification_preferences: { newAirdrops: true } },
    ])
      expect((await user.put(PROFILE, wrong)).status, JSON.stringify(wrong)).toBe(400)
    const greedy = {
      email: user.email,
      notification_preferences: ALL_ON,
      id: 1,
      isAdmin: true,
      emailVerified: true,
      emailVerifiedAt: 1,
      username: 'somebody-else',
      referralCode: 'MYCODE22',
    }
    expect((await user.put(PROFILE, greedy)).status).toBe(200)
    expect(await profileOf(user)).toMatchObject({ username: user.username, emailVerified: false })
    expect((await user.get<CurrentUser>('/api/auth/me')).data.isAdmin).toBe(false)
  })
})

describe('another email address', () => {
  test('needs the right password, and without it nothing is saved', async () => {
    const user = await aUser()
    const email = `new-${user.email}`
    const without = await save(user, { email, newAirdrops: false })
    expect([without.status, without.data.code]).toEqual([422, 'password-required'])
    const wrong = await save(user, { email, newAirdrops: false, currentPassword: 'not this one' })
    expect([wrong.status, wrong.data.code]).toEqual([422, 'wrong-password'])
    expect(await profileOf(user)).toMatchObject({
      email: user.email,
      pendingEmail: null,
      notification_preferences: ALL_ON,
    })
  })

  test('ends other sessions and the copy of a cookie, and this browser goes on under another id', async () => {
    const { user, token } = await moving()
    const [thief, before] = [user.again(), await user.sessionId()]
    expect((await verify(user, token)).status).toBe(200)
    expect([(await thief.get('/api/auth/me')).status, (await user.get('/api/auth/me')).status]).toEqual([
      401, 200,
    ])
    expect(await user.sessionId()).not.toBe(before)
  })

  test('that is confirmed in another browser with the password ends all sessions', async () => {
    const { user, token } = await moving()
    const opened = await visitor().post('/api/auth/verify-email', { token, password: user.password })
    expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []])
    expect((await user.get('/api/auth/me')).status).toBe(401)
  })

  test('replaces the old one only once its link is opened; the old one is notified and works until then', async () => {
    const { box, user, email, token } = await moving()
    expect(await profileOf(user)).toMatchObject({ email: user.email, pendingEmail: email })
    expect(await box.subjects(user.email)).toEqual([MOVING])
    const notice = await box.mail(user.email, MOVING)
    expect(notice?.text).toContain(email)
    expect(notice?.text).not.toContain('#token=')
    const row = await env.DB.prepare('SELECT * FROM auth_tokens WHERE token_hash = ?')
      .bind(await sha256Hex(token))
      .first<{ purpose: string; email: string; created_at: number; expires_at: number }>()
    expect(row).toMatchObject({ purpose: 'verify_email', email })
    expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(DAY)

    const opened = await verify(user, token)
    expect([opened.status, opened.data.email, opened.message]).toEqual([
      200,
      email,
      'Your email address is confirmed. All other devices are logged out.',
    ])
    expect(await profileOf(user)).toMatchObject({ email, emailVerified: true, pendingEmail: null })
    expect((await user.get<CurrentUser>('/api/auth/me')).data.email).toBe(email)
    const logIn = (username: string) =>
      visitor().post('/api/auth/login', { username, password: user.password })
    expect([(await logIn(email)).status, (await logIn(user.email)).status]).toEqual([200, 401])
    const again = await verify(user, token)
    expect([again.status, again.message]).toEqual([200, 'Your email address is already confirmed.'])
  })

  test('ends the reset links that were sent to the old one', async () => {
    const { box, user, token } = await moving()
    await visitor(box.bindings).post('/api/auth/forgot-password', { email: user.email })
    const reset = await box.token(user.email, RESET)
    expect((await verify(user, token)).status).toBe(200)
    const late = await visitor().post('/api/auth/reset-password', { token: reset, password: 'a thief’s own' })
    expect(late.status).toBe(410)
  })

  test('of another account is answered like an unknown one; its owner gets a mail without a link', async () => {
    const box = aMailbox()
    const [user, other] = [await aUser({ bindings: box.bindings }), await aUser()]
    const unknown = `unknown-${user.email}`
    const answers = []
    for (const email of [unknown, other.email]) {
      const saved = await save(user, { email, currentPassword: user.password })
      const resent = await user.post('/api/auth/resend-verification')
      const seen = [saved, resent].map(({ status, message, data }) => ({ status, message, data }))
      const mails = await box.subjects(user.email)
      answers.push({
        text: JSON.stringify(seen).replaceAll(email, 'ADDRESS'),
        mails: mails.filter((s) => s === MOVING),
      })
    }
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(answers.map(({ mails }) => mails.length)).toEqual([1, 2])
    const [text] = [await (await user.fetch('GET', '/api/user/profile')).text()]
    expect(JSON.parse(text).data.pendingEmail).toBe(other.email)
    expect(await box.subjects(other.email)).toEqual([IN_USE, IN_USE])
    const mail = await box.mail(other.email, IN_USE)
    expect(mail?.html).not.toContain('token=')
    const kept = await env.DB.prepare(
      'SELECT template, to_address FROM email_deliveries WHERE user_id = ? ORDER BY id',
    )
      .bind(user.id)
      .all<{ template: string; to_address: string }>()
    // A user reads these rows in the export of the own data.
    const of = (address: string) =>
      kept.results.filter((row) => row.to_address === address).map((row) => row.template)
    expect(of(other.email)).toEqual(of(unknown))
  })

  test('taken by a registration meanwhile is refused when its link is opened', async () => {
    const late = await moving()
    const username = unique('quick')
    const quick = { username, email: late.email, password: 'long enough' }
    expect((await visitor().post('/api/auth/register', quick)).status).toBe(201)
    const opened = await verify(late.user, late.token)
    expect([opened.status, opened.message]).toEqual([
      409,
      'There is already an account with this email address.',
    ])
    expect(await profileOf(late.user)).toMatchObject({ email: late.user.email, emailVerified: false })
  })

  test('confirmed by four requests at once is changed once, and every response is 200', async () => {
    const { user, email, token } = await moving()
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(user, token)))
    expect(answers.map(({ status, data }) => [status, data.email])).toEqual(answers.map(() => [200, email]))
    expect((await profileOf(user)).email).toBe(email)
  })

  test('replaces an earlier pending one: only the last link works', async () => {
    const { box, user, email, token } = await moving()
    const third = `third-${user.email}`
    expect((await save(user, { email: third, currentPassword: user.password })).status).toBe(200)
    expect((await profileOf(user)).pendingEmail).toBe(third)
    expect((await verify(user, token)).status).toBe(410)
    expect((await verify(user, await box.token(third, CONFIRM))).status).toBe(200)
    expect((await verify(user, token)).status).toBe(410)
    expect((await profileOf(user)).email).toBe(third)
    expect(email).not.toBe(third)
  })

  test('can be cancelled while it is pending', async () => {
    const { user, token } = await moving()
    expect((await user.delete('/api/user/pending-email')).status).toBe(200)
    expect((await profileOf(user)).pendingEmail).toBeNull()
    expect((await verify(user, token)).status).toBe(410)
  })

  test('is not pending any more after its link expires, and cannot be confirmed for a closed account', async () => {
    const { user, token } = await moving()
    await env.DB.prepare('UPDATE auth_tokens SET expires_at = ? WHERE token_hash = ?')
      .bind(Date.now() - 1, await sha256Hex(token))
      .run()
    expect((await verify(user, token)).status).toBe(410)
    expect((await profileOf(user)).pendingEmail).toBeNull()
    const closed = await moving()
    await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.user.id).run()
    expect((await verify(closed.user, closed.token)).status).toBe(410)
  })

  test('is limited to 5 requests per account, and to 3 per mailbox over all accounts', async () => {
    stopClock()
    const user = await aUser()
    const statuses = []
    for (let n = 0; n < 6; n++) {
      const email = `${unique('stranger')}@mail.test`
      statuses.push((await save(user, { email, currentPassword: user.password })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const victim = unique('victim')
    const more = []
    for (let n = 0; n < 4; n++) {
      const one = await aUser()
      more.push(
        (await save(one, { email: `${victim}+${n}@mail.test`, currentPassword: one.password })).status,
      )
    }
    expect(more).toEqual([200, 200, 200, 429])
  })
})

describe('confirming the first address', () => {
  test('has its link in the welcome mail, which is queued in the same batch as the account', async () => {
    const box = aMailbox()
    const username = unique('new').replaceAll('-', '_')
    const form = { username, email: `${username}@mail.test`, password: 'long enough' }
    const race = await Promise.all(
      Array.from({ length: 4 }, () => visitor(box.bindings).post('/api/auth/register', form)),
    )
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await box.subjects(form.email)).toEqual([WELCOME])
    const mail = await box.mail(form.email, WELCOME)
    expect(mail?.text).toContain(`Welcome, ${username}`)
    expect(mail?.text).not.toContain('long enough')
    const token = await box.token(form.email, WELCOME)
    expect(mail?.html).toContain(`http://shop.test/verify-email#token=${token}`)
    const { results } = await env.DB.prepare('SELECT user_id FROM email_deliveries WHERE to_address = ?')
      .bind(form.email)
      .all()
    const owner = visitor()
    const stored = await env.DB.prepare('SELECT id FROM users WHERE username_key = ?').bind(username).first()
    expect(results).toEqual([{ user_id: stored?.id }])
    await owner.post('/api/auth/login', { username, password: form.password })
    expect((await verify(owner, token)).message).toBe('Your email address is confirmed.')
    expect((await verify(owner, token)).message).toBe('Your email address is already confirmed.')
  })

  test('can be requested again: the new link ends the older one, and a confirmed address gets 409', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    const resend = () => user.post<{ email: string }>('/api/auth/resend-verification')
    const first = await resend()
    expect([first.status, first.data.email]).toEqual([200, user.email])
    const older = await box.token(user.email, CONFIRM)
    await resend()
    const newer = await box.token(user.email, CONFIRM)
    expect([(await verify(user, older)).status, (await verify(user, newer)).status]).toEqual([410, 200])
    expect((await verify(user, older)).message).toBe('Your email address is already confirmed.')
    const done = await resend()
    expect([done.status, done.message]).toEqual([409, 'Your email address is already confirmed.'])
  })

  test('sends a new link to a pending new address instead, where there is one', async () => {
    const { box, user, email, token } = await moving()
    expect((await user.post<{ email: string }>('/api/auth/resend-verification')).data.email).toBe(email)
    expect((await verify(user, token)).status).toBe(410)
    expect((await verify(user, await box.token(email, CONFIRM))).status).toBe(200)
  })

  test('sends no link to a pending address when the password is changed during the request', async () => {
    const { user, email } = await moving()
    const form = { currentPassword: user.password, newPassword: 'another password' }
    const { getByName } = env.RATE_LIMITER
    let isChanged = false
    // Runs between the read of the account and the write.
    const take = async (name: string, limit: never) => {
      if (!isChanged) {
        isChanged = true
        expect((await user.put('/api/user/password', form)).status).toBe(200)
      }
      return getByName.call(env.RATE_LIMITER, name).take(limit)
    }
    const limiter = { getByName: (name: string) => ({ take: (limit: never) => take(name, limit) }) }
    const bindings = { ...env, RATE_LIMITER: limiter } as unknown as Env
    const deps = { env: bindings, db: openDb(env.DB), config: configOf(env), later: () => {} }
    await expect(sendConfirmation(deps, user.id, Date.now())).rejects.toMatchObject({ status: 409 })
    expect([isChanged, (await profileOf(user)).pendingEmail]).toEqual([true, null])
    const open = await env.DB.prepare('SELECT id FROM auth_tokens WHERE email = ? AND used_at IS NULL')
      .bind(email)
      .all()
    expect(open.results).toEqual([])
  })

  test('is limited to three requests', async () => {
    stopClock()
    const user = await aUser()
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await user.post('/api/auth/resend-verification')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
