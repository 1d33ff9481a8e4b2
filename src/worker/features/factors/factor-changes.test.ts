import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#shared/core/time.ts'
import type { NewRecoveryCodes } from '#shared/factors/contract.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import {
  beginLogin,
  codeIn,
  codeOf,
  complete,
  FACTORS,
  type Options,
  withApp,
  withPasskey,
} from '../../testing/factors/set-up.ts'
import { aMailbox, RESET } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)

const ME = '/api/auth/me'
const NEW = 'a better password'
const isIn = async (browser: { get: SignedIn['get'] }) => (await browser.get(ME)).status === 200

/** Logs in with the app's code. The clock must be stopped, and moves on, so that each login has a code of its own. */
async function logIn(
  user: SignedIn,
  secret: string,
  browser = visitor(user.bindings),
  password = user.password,
) {
  stopClock(Date.now() + MINUTE)
  const begun = await beginLogin(user, browser, password)
  const answer = await complete(browser, { token: begun.token, code: codeOf(secret) })
  expect(answer.status, answer.text).toBe(200)
  return browser
}

/** The mails about factors of this account, oldest first. */
async function mailsOf({ id }: SignedIn) {
  const { results } = await env.DB.prepare(
    `SELECT data FROM email_deliveries WHERE user_id = ? AND template = 'factor-changed' ORDER BY id`,
  )
    .bind(id)
    .all<{ data: string }>()
  return results.map(({ data }) => {
    const { change, name, left } = JSON.parse(data)
    return [change, name, left]
  })
}

describe('a change of the second factors', () => {
  test('is mailed to the owner each time, with the passkey’s name and the number of codes left', async () => {
    const user = await aUser()
    const { codes } = await withApp(user)
    await withPasskey(user)
    const listed = await user.get<{ passkeys: { id: number }[] }>(FACTORS)
    const renewed = await user.post<NewRecoveryCodes>(`${FACTORS}/recovery-codes`)
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    const old = await beginLogin(user)
    expect(codeIn(await complete(old.browser, { token: old.token, recoveryCode: codes[0] }))).toEqual([
      422,
      'wrong_code',
    ])
    const [recoveryCode] = renewed.data.recoveryCodes
    expect((await complete(old.browser, { token: old.token, recoveryCode })).status).toBe(200)
    await user.delete(`${FACTORS}/passkeys/${listed.data.passkeys[0]?.id}`)
    await user.delete(`${FACTORS}/app`)
    expect(await mailsOf(user)).toEqual([
      ['app-added', null, null],
      ['passkey-added', 'Laptop', null],
      ['codes-renewed', null, null],
      ['recovery-code-used', null, 9],
      ['passkey-removed', 'Laptop', null],
      ['app-removed', null, null],
    ])
  })

  test('logs out every other device', async () => {
    const user = await aUser()
    const other = visitor()
    await other.post('/api/auth/login', { username: user.username, password: user.password })
    expect(await isIn(other)).toBe(true)
    await withApp(user)
    expect([await isIn(other), await isIn(user)]).toEqual([false, true])
  })

  test('leaves no recovery codes without a factor: login asks for the password alone again', async () => {
    const user = await aUser()
    await withApp(user)
    await user.delete(`${FACTORS}/app`)
    const count = env.DB.prepare('SELECT count(*) AS n FROM recovery_codes WHERE user_id = ?').bind(user.id)
    expect(await count.first()).toEqual({ n: 0 })
    const browser = visitor()
    await browser.post('/api/auth/login', { username: user.username, password: user.password })
    expect(await isIn(browser)).toBe(true)
  })
})

describe('the key of the apps’ secrets', () => {
  const secretOf = async ({ id }: SignedIn) =>
    (
      await env.DB.prepare('SELECT secret FROM authenticator_apps WHERE user_id = ?')
        .bind(id)
        .first<{ secret: string }>()
    )?.secret ?? ''

  test('is replaced: the previous key reads a secret, and the next code stores it with the new key', async () => {
    stopClock()
    const user = await aUser()
    const { secret } = await withApp(user)
    const before = await secretOf(user)
    const renewed = { ...env, FACTOR_KEY: 'another-factor-key-another-factor-key' }
    const both = { ...renewed, FACTOR_PREVIOUS_KEY: env.FACTOR_KEY }
    await logIn(user, secret, visitor(both))
    const after = await secretOf(user)
    expect(after.split('.')[0]).not.toBe(before.split('.')[0])
    // The previous key is not needed any more.
    await logIn(user, secret, visitor(renewed))
    expect(await secretOf(user)).toBe(after)
  })

  test('is lost: a code is refused with the other ways, and a recovery code still logs in', async () => {
    stopClock()
    const user = await aUser()
    const { secret, codes } = await withApp(user)
    const lost = visitor({ ...env, FACTOR_KEY: 'another-factor-key-another-factor-key' })
    stopClock(Date.now() + MINUTE)
    const { token } = await beginLogin(user)
    const refused = await complete(lost, { token, code: codeOf(secret) })
    expect([refused.status, refused.message]).toEqual([
      422,
      'We cannot check the codes of your app. Use a passkey or a recovery code, or write to us.',
    ])
    expect((await complete(lost, { token, recoveryCode: codes[0] })).status).toBe(200)
  })

  test('opens no secret that was copied from another account', async () => {
    stopClock()
    const [user, thief] = [await aUser(), await aUser()]
    const { secret } = await withApp(thief)
    await withApp(user)
    await env.DB.prepare('UPDATE authenticator_apps SET secret = ? WHERE user_id = ?')
      .bind(await secretOf(thief), user.id)
      .run()
    stopClock(Date.now() + MINUTE)
    const { browser, token } = await beginLogin(user)
    expect((await complete(browser, { token, code: codeOf(secret) })).status).toBe(422)
    expect(await isIn(browser)).toBe(false)
  })
})

describe('the limit of codes', () => {
  test('stops a stranger after ten tries, and not a browser where the owner has logged in', async () => {
    stopClock()
    const user = await aUser()
    const { secret } = await withApp(user)
    const known = await logIn(user, secret)
    await known.post('/api/auth/logout')
    stopClock(Date.now() + MINUTE)
    const tried: number[] = []
    for (let login = 0; login < 4; login++) {
      const { browser, token } = await beginLogin(user)
      for (let count = 0; count < 3; count++)
        tried.push((await complete(browser, { token, code: '000000' })).status)
    }
    expect(tried).toEqual([...Array(10).fill(422), 429, 429])
    const stranger = await beginLogin(user)
    const right = { token: stranger.token, code: codeOf(secret) }
    expect((await complete(stranger.browser, right)).status).toBe(429)
    const { token } = await beginLogin(user, known)
    expect((await complete(known, { token, code: codeOf(secret) })).status).toBe(200)
  })
})

describe('the limits of a signed-in account', () => {
  test('stop the mails about changes after ten, also to an address that is not the account’s', async () => {
    stopClock()
    const user = await aUser()
    await withApp(user)
    const renew = async () => (await user.post(`${FACTORS}/recovery-codes`)).status
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push(await renew())
    expect(statuses).toEqual([...Array(9).fill(200), ...Array(3).fill(429)])
    expect(await mailsOf(user)).toHaveLength(10)
  })

  test('stop the rows of passkey challenges after thirty in one session, and not in another one', async () => {
    stopClock()
    const user = await aUser()
    const key = await withPasskey(user)
    const statuses: number[] = []
    for (let count = 0; count < 17; count++) {
      statuses.push((await user.post('/api/auth/reauthenticate/options')).status)
      statuses.push((await user.post(`${FACTORS}/passkeys/options`)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(4).fill(429)])
    const other = visitor()
    const { data } = await other.post<Options>('/api/auth/passkey/options')
    await other.post('/api/auth/passkey', { passkey: await key.sign(data) })
    expect((await other.post('/api/auth/reauthenticate/options')).status).toBe(200)
  })
})

describe('a reset of the password', () => {
  test('keeps the factors: the new password alone opens no session', async () => {
    stopClock()
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings, confirmed: true })
    const { secret } = await withApp(user)
    await visitor(box.bindings).post('/api/auth/forgot-password', { email: user.email })
    const token = await box.token(user.email, RESET)
    const browser = visitor(box.bindings)
    expect((await browser.post('/api/auth/reset-password', { token, password: NEW })).status).toBe(200)
    expect([await isIn(browser), await isIn(user)]).toEqual([false, false])
    expect(await isIn(await logIn(user, secret, browser, NEW))).toBe(true)
  })

  test('ends a login that waits for its second factor', async () => {
    const user = await aUser()
    const { codes } = await withApp(user)
    const { browser, token } = await beginLogin(user)
    const next = `new-${user.password}`
    await user.put('/api/user/password', { currentPassword: user.password, newPassword: next })
    const late = await complete(browser, { token, recoveryCode: codes[0] })
    expect(codeIn(late)).toEqual([401, 'login_expired'])
  })
})

describe('a session in place of another one', () => {
  const rowOf = async (user: SignedIn) =>
    env.DB.prepare(
      'SELECT factor, authenticated_at AS proved, authenticated_from AS provedFrom, expire FROM sessions WHERE user_id = ?',
    )
      .bind(user.id)
      .first<{ factor: string; proved: number; provedFrom: string; expire: number }>()

  test.each([
    [
      'a changed password',
      (user: SignedIn) =>
        user.put('/api/user/password', { currentPassword: user.password, newPassword: NEW }),
    ],
    ['a logout of all other devices', (user: SignedIn) => user.delete('/api/user/sessions')],
    ['a lockdown', (user: SignedIn) => user.post('/api/user/lockdown', { password: user.password })],
  ])('after %s has the factor, the proof of identity and the end of the one before', async (_, act) => {
    const user = await aUser()
    await withApp(user)
    const proof = { at: Date.now() - 5 * MINUTE, from: '{"ip":"203.0.113.9","userAgent":null}' }
    await env.DB.prepare(
      'UPDATE sessions SET authenticated_at = ?, authenticated_from = ?, expire = expire - 1000 WHERE user_id = ?',
    )
      .bind(proof.at, proof.from, user.id)
      .run()
    const [before, sid] = [await rowOf(user), await user.sessionId()]
    const answer = await act(user)
    expect(answer.status, answer.text).toBe(200)
    expect(await user.sessionId()).not.toBe(sid)
    expect(await rowOf(user)).toEqual(before)
    expect(before).toMatchObject({ factor: 'app', proved: proof.at })
    expect(await isIn(user)).toBe(true)
  })

  test('has no factor where the last one was removed', async () => {
    const user = await aUser()
    await withApp(user)
    await user.delete(`${FACTORS}/app`)
    expect((await user.delete('/api/user/sessions')).status).toBe(200)
    expect(await rowOf(user)).toMatchObject({ factor: null })
  })
})

describe('the export of an account', () => {
  test('lists its factors, without secrets and codes', async () => {
    const user = await aUser()
    const { secret, codes } = await withApp(user)
    const key = await withPasskey(user)
    const text = await (
      await user.fetch(
        'POST',
        '/api/user/export',
        { 'content-type': 'application/json' },
        JSON.stringify({ password: user.password }),
      )
    ).text()
    const at = expect.stringMatching(/Z$/)
    expect(JSON.parse(text).secondFactors).toEqual({
      passkeys: [{ name: 'Laptop', createdAt: at, lastUsedAt: null }],
      apps: [{ createdAt: at, confirmedAt: at }],
      recoveryCodes: Array(10).fill({ createdAt: at, usedAt: null }),
    })
    const stored = await env.DB.prepare(
      `SELECT a.secret, p.credential_id AS credential, p.public_key AS key, (SELECT code_hash FROM recovery_codes r
        WHERE r.user_id = a.user_id LIMIT 1) AS code FROM authenticator_apps a JOIN passkeys p ON p.user_id = a.user_id
        WHERE a.user_id = ?`,
    )
      .bind(user.id)
      .first<Record<string, string>>()
    expect(Object.keys(stored ?? {})).toHaveLength(4)
    expect(key).toBeDefined()
    for (const hidden of [secret, ...codes, ...Object.values(stored ?? {})])
      expect(text).not.toContain(hidden)
  })
})

describe('an owner of the shop', () => {
  const remove = (owner: SignedIn, { id }: SignedIn) =>
    owner.post(`/api/secure-management/users/${id}/remove-factors`, { reason: 'The phone is lost' })

  test('removes a user’s factors: sessions end, user and staff are mailed, and the password is enough', async () => {
    const [owner, user] = [await aUser({ admin: 'owner' }), await aUser()]
    await withApp(user)
    await withPasskey(user)
    expect((await remove(owner, user)).status).toBe(200)
    expect(await isIn(user)).toBe(false)
    expect((await mailsOf(user)).at(-1)).toEqual(['removed-by-admin', null, null])
    const { results } = await env.DB.prepare(
      `SELECT to_address AS recipient, data FROM email_deliveries WHERE template = 'staff-notice'
        AND data LIKE '%"factors"%' AND data LIKE ?`,
    )
      .bind(`%${user.username}%`)
      .all<{ recipient: string; data: string }>()
    expect(results.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining([owner.email, env.SUPPORT_EMAIL]),
    )
    expect(JSON.parse(results[0]?.data ?? '')).toMatchObject({
      event: 'factors',
      by: owner.username,
      about: user.username,
      detail: 'The phone is lost',
    })
    const entry = env.DB.prepare(
      "SELECT action, after FROM audit_log WHERE subject = ? AND action LIKE '%factors'",
    )
    expect(await entry.bind(`user:${user.id}`).first()).toEqual({
      action: 'user.remove-factors',
      after: '{"reason":"The phone is lost"}',
    })
    const browser = visitor()
    await browser.post('/api/auth/login', { username: user.username, password: user.password })
    expect(await isIn(browser)).toBe(true)
  })

  test('cannot remove their own factors this way, and a manager can remove nobody’s', async () => {
    const [owner, manager, user] = [
      await aUser({ admin: 'owner' }),
      await aUser({ admin: 'manager' }),
      await aUser(),
    ]
    expect((await remove(owner, owner)).status).toBe(409)
    expect((await remove(manager, user)).status).toBe(403)
  })
})
