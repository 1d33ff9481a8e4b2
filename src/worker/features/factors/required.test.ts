import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import type { FactorsView } from '#shared/factors/contract.ts'
import { ADMIN_RULES } from '../../http/admin-rules.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { beginLogin, codeIn, codeOf, complete, FACTORS, withApp } from '../../testing/factors/set-up.ts'
import { aMailbox, CONFIRM, RESET } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)

const ME = '/api/auth/me'
const USERS = '/api/secure-management/users'
const required = { ...env, ADMIN_SECOND_FACTOR: 'required' }
const anAdmin = () => aUser({ admin: true, bindings: required })

describe('an admin of a shop that requires a second factor', () => {
  test('gets no admin route before it is set up, and all of them after', async () => {
    const admin = await anAdmin()
    const opened: string[] = []
    for (const route of ADMIN_RULES.keys()) {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replace(/:key\b/g, 'no:key').replace(/:\w+/g, '987654')
      const answer = await admin.again().fetch(method, path, {
        'content-type': 'text/plain',
        'sec-fetch-site': 'same-origin',
      })
      const body = (await answer.json()) as { data?: { code?: string } }
      if (answer.status !== 403 || body.data?.code !== 'second_factor_required') opened.push(route)
    }
    expect(opened).toEqual([])
    expect(ADMIN_RULES.size).toBeGreaterThan(100)
    await withApp(admin)
    expect((await admin.get(USERS)).status).toBe(200)
  })

  test('gets no live screen of admins before it is set up, and is named an admin in their own account', async () => {
    const admin = await anAdmin()
    const upgrade = { upgrade: 'websocket', origin: 'http://shop.test' }
    const live = async () => {
      const { status, webSocket } = await admin.fetch('GET', '/ws?isAdmin=true', upgrade)
      webSocket?.accept()
      webSocket?.close()
      return status
    }
    expect(await live()).toBe(403)
    expect((await admin.get<CurrentUser>(ME)).data.isAdmin).toBe(true)
    expect((await admin.get<FactorsView>(FACTORS)).data.required).toBe(true)
    await withApp(admin)
    expect(await live()).toBe(101)
  })

  test('gets needsFactor from the login and the current user until a factor is set up', async () => {
    const admin = await anAdmin()
    const { username, password } = admin
    const login = await admin.post<CurrentUser>('/api/auth/login', { username, password })
    expect(login.data).toMatchObject({ isAdmin: true, needsFactor: true })
    expect((await admin.get<CurrentUser>(ME)).data).toMatchObject({ isAdmin: true, needsFactor: true })
    await withApp(admin)
    expect((await admin.get<CurrentUser>(ME)).data).not.toHaveProperty('needsFactor')
  })

  test('cannot remove the last factor, or use an older session without it', async () => {
    const admin = await anAdmin()
    await withApp(admin)
    expect((await admin.delete(`${FACTORS}/app`)).status).toBe(409)
    // As of a session that another device opened with the password alone.
    await env.DB.prepare('UPDATE sessions SET factor = NULL WHERE user_id = ?').bind(admin.id).run()
    expect(codeIn(await admin.get<{ code: string }>(USERS))).toEqual([403, 'second_factor_required'])
  })

  test('opens the panel by a login with the factor', async () => {
    stopClock()
    const admin = await anAdmin()
    const { secret } = await withApp(admin)
    stopClock(Date.now() + 60_000)
    const { browser, token } = await beginLogin(admin, visitor(required))
    expect((await complete(browser, { token, code: codeOf(secret) })).status).toBe(200)
    expect((await browser.get(USERS)).status).toBe(200)
  })

  test.each(['a confirmation link', 'a reset link'])(
    'keeps the factors where %s to an address that was never confirmed sets a new password',
    async (by) => {
      const box = aMailbox()
      const admin = await aUser({ admin: true, bindings: box.bindings })
      await withApp(admin)
      const stranger = visitor(box.bindings)
      const newPassword = 'the stranger chose this'
      if (by === 'a reset link') {
        await stranger.post('/api/auth/forgot-password', { email: admin.email })
        const token = await box.token(admin.email, RESET)
        const form = { token, password: newPassword }
        expect((await stranger.post('/api/auth/reset-password', form)).status).toBe(200)
      } else {
        await admin.post('/api/auth/resend-verification', {})
        const token = await box.token(admin.email, CONFIRM)
        expect((await stranger.post('/api/auth/verify-email', { token, newPassword })).status).toBe(200)
      }
      const { methods } = await beginLogin(admin, stranger, newPassword)
      expect(methods).toEqual(['app', 'recovery_code'])
    },
  )
})
