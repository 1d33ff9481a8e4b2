import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#shared/core/time.ts'
import type { FactorsView } from '#shared/factors/contract.ts'
import { aUser, visitor } from '../../testing/clients.ts'
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
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)

const ME = '/api/auth/me'
describe('login with an app', () => {
  test('asks for a code after the password, and takes each code once', async () => {
    stopClock()
    const user = await aUser()
    const { secret } = await withApp(user)
    stopClock(Date.now() + MINUTE)
    const { browser, token, methods } = await beginLogin(user)
    expect(methods).toEqual(['app', 'recovery_code'])
    expect(codeIn(await complete(browser, { token, code: '000000' }))).toEqual([422, 'wrong_code'])
    const code = codeOf(secret)
    expect((await complete(browser, { token, code })).status).toBe(200)
    expect((await browser.get(ME)).status).toBe(200)
    const again = await beginLogin(user)
    expect(codeIn(await complete(again.browser, { token: again.token, code }))).toEqual([422, 'wrong_code'])
  })

  test('opens one session for two uses of one code at once', async () => {
    stopClock()
    const user = await aUser()
    const { secret } = await withApp(user)
    stopClock(Date.now() + MINUTE)
    const logins = [await beginLogin(user), await beginLogin(user)]
    const code = codeOf(secret)
    const answers = await Promise.all(logins.map(({ browser, token }) => complete(browser, { token, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('takes a recovery code once, and not the login after a change of the password', async () => {
    const user = await aUser()
    const { codes } = await withApp(user)
    expect(codes).toHaveLength(10)
    const [recoveryCode, other] = codes
    const first = await beginLogin(user)
    expect((await complete(first.browser, { token: first.token, recoveryCode })).status).toBe(200)
    const second = await beginLogin(user)
    expect(codeIn(await complete(second.browser, { token: second.token, recoveryCode }))).toEqual([
      422,
      'wrong_code',
    ])
    await env.DB.prepare("UPDATE users SET password = password || 'x' WHERE id = ?").bind(user.id).run()
    const late = await complete(second.browser, { token: second.token, recoveryCode: other })
    expect(codeIn(late)).toEqual([401, 'login_expired'])
  })

  test('takes a recovery code after the pepper was replaced, while the old one is configured', async () => {
    const user = await aUser()
    const { codes } = await withApp(user)
    const removed = { ...env, PASSWORD_PEPPER: 'the pepper after the replacement, long' }
    const rotated = { ...removed, PASSWORD_PREVIOUS_PEPPERS: env.PASSWORD_PEPPER }
    const { browser, token } = await beginLogin(user, visitor(rotated))
    expect((await complete(browser, { token, recoveryCode: codes[0] })).status).toBe(200)
    const late = await beginLogin(user, visitor(removed))
    expect(codeIn(await complete(late.browser, { token: late.token, recoveryCode: codes[1] }))).toEqual([
      422,
      'wrong_code',
    ])
  })

  test('stores the secret encrypted, and shows it nowhere', async () => {
    const user = await aUser()
    const { secret } = await withApp(user)
    const row = await env.DB.prepare('SELECT secret FROM authenticator_apps WHERE user_id = ?')
      .bind(user.id)
      .first<{ secret: string }>()
    expect(row?.secret).toMatch(/^[0-9a-f]{8}\.[\w-]{16}\.[\w-]{40,}$/)
    const { text, data } = await user.get<FactorsView>(FACTORS)
    expect(text).not.toContain(secret)
    expect(data.recoveryCodes.left).toBe(10)
  })
})

describe('a passkey', () => {
  test('logs in alone; a replayed answer is refused', async () => {
    const user = await aUser()
    const key = await withPasskey(user)
    const browser = visitor()
    const { data } = await browser.post<Options>('/api/auth/passkey/options')
    const passkey = await key.sign(data)
    expect((await browser.post('/api/auth/passkey', { passkey })).status).toBe(200)
    expect((await browser.get<{ id: number }>(ME)).data.id).toBe(user.id)
    expect(codeIn(await visitor().post('/api/auth/passkey', { passkey }))).toEqual([401, 'passkey_refused'])
  })

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['another shop', { rpId: 'evil.test' }],
    ['a counter that went back', { counter: 0 }],
    ['no check of its user', { isVerified: false }],
  ])('is refused with %s', async (_, forged) => {
    const user = await aUser()
    const key = await withPasskey(user)
    for (const [change, status] of [
      [{}, 200],
      [forged, 401],
    ] as const) {
      const browser = visitor()
      const { data } = await browser.post<Options>('/api/auth/passkey/options')
      const passkey = await key.sign(data, change)
      expect((await browser.post('/api/auth/passkey', { passkey })).status).toBe(status)
    }
  })

  test('of another account does not complete a login', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const [own, foreign] = [await withPasskey(user), await withPasskey(other)]
    const { browser, token } = await beginLogin(user)
    for (const [key, status] of [
      [foreign, 422],
      [own, 200],
    ] as const) {
      const { data } = await browser.post<Options>('/api/auth/second-factor/options', { token })
      expect((await complete(browser, { token, passkey: await key.sign(data) })).status).toBe(status)
    }
  })
})

describe('step-up', () => {
  test('is asked for after ten minutes, and where network and browser both changed', async () => {
    stopClock()
    const user = await aUser()
    const set = (headers: Record<string, string> = {}) =>
      user.post<{ code?: string }>(`${FACTORS}/app`, {}, headers)
    expect((await set()).status).toBe(200)
    expect((await set({ 'cf-connecting-ip': '198.51.100.7' })).status).toBe(200)
    expect((await set({ 'user-agent': 'other' })).status).toBe(200)
    const both = { 'cf-connecting-ip': '198.51.100.7', 'user-agent': 'other' }
    expect(codeIn(await set(both))).toEqual([403, 'reauthenticate'])
    stopClock(Date.now() + 10 * MINUTE)
    expect(codeIn(await set())).toEqual([403, 'reauthenticate'])
    expect((await user.post('/api/auth/reauthenticate', { password: 'wrong' })).status).toBe(422)
    expect((await user.post('/api/auth/reauthenticate', { password: user.password }, both)).status).toBe(200)
    expect((await set(both)).status).toBe(200)
  })
})
