import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aMailbox, CONFIRM, RESET } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'
import { hashPassword } from './password.ts'

beforeAll(sandbox.calm)

const COMMON = 'Sunshine1'
const hashOf = (user: SignedIn) =>
  env.DB.prepare('SELECT password FROM users WHERE id = ?').bind(user.id).first<string>('password')
const refusedAt = (field: string, message: RegExp = /most common passwords/) => ({
  status: 422,
  data: { fields: { [field]: expect.stringMatching(message) } },
})

describe('a common password is refused at its field', () => {
  test('when an account is registered: no account is made', async () => {
    const username = unique('c').slice(0, 30)
    const form = { username, email: `${username}@mail.test`, password: COMMON }
    expect(await visitor().post('/api/auth/register', form)).toMatchObject(refusedAt('password'))
    expect(await env.DB.prepare('SELECT 1 FROM users WHERE username = ?').bind(username).first()).toBeNull()
    const named = { ...form, password: `${username}1` }
    expect(await visitor().post('/api/auth/register', named)).toMatchObject(
      refusedAt('password', /must not be your username/),
    )
  })

  test('when the password is changed: the old one stays', async () => {
    const user = await aUser()
    const before = await hashOf(user)
    const form = { currentPassword: user.password, newPassword: COMMON }
    expect(await user.put('/api/user/password', form)).toMatchObject(refusedAt('newPassword'))
    expect(await hashOf(user)).toBe(before)
  })

  test('when the password is reset: the old one stays and the link still works', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    await visitor(box.bindings).post('/api/auth/forgot-password', { email: user.email })
    const token = await box.token(user.email, RESET)
    const reset = (password: string) => visitor().post('/api/auth/reset-password', { token, password })
    expect(await reset(COMMON)).toMatchObject(refusedAt('password'))
    expect((await reset('a better password')).status).toBe(200)
  })

  test('when a confirmation link resets an account', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    await user.post('/api/auth/resend-verification', {})
    const token = await box.token(user.email, CONFIRM)
    const open = (newPassword: string) => visitor().post('/api/auth/verify-email', { token, newPassword })
    expect(await open(COMMON)).toMatchObject(refusedAt('newPassword'))
    expect((await open('a better password')).status).toBe(200)
  })
})

describe('an admin’s password of less than 12 characters', () => {
  const SHORT = 'elevenchars'
  const logIn = (user: SignedIn, password: string) =>
    visitor().post<{ code?: string }>('/api/auth/login', { username: user.username, password })

  test('is refused when it is chosen', async () => {
    const admin = await aUser({ admin: 'support' })
    const form = { currentPassword: admin.password, newPassword: SHORT }
    expect(await admin.put('/api/user/password', form)).toMatchObject(
      refusedAt('newPassword', /at least 12 characters/),
    )
  })

  test('opens no session once the account is an admin’s, until a longer one is chosen', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    await env.DB.prepare('UPDATE users SET password = ? WHERE id = ?')
      .bind(await hashPassword(SHORT, env.PASSWORD_PEPPER), user.id)
      .run()
    expect((await logIn(user, SHORT)).status).toBe(200)
    await env.DB.prepare("UPDATE users SET is_admin = 1, staff_role = 'support' WHERE id = ?")
      .bind(user.id)
      .run()
    const refused = await logIn(user, SHORT)
    expect([refused.status, refused.data.code, refused.headers.getSetCookie()]).toEqual([
      403,
      'password-too-short',
      [],
    ])
    expect((await logIn(user, 'not even right')).status).toBe(401)
    await visitor(box.bindings).post('/api/auth/forgot-password', { email: user.email })
    const token = await box.token(user.email, RESET)
    const reset = (password: string) => visitor().post('/api/auth/reset-password', { token, password })
    expect(await reset(SHORT)).toMatchObject(refusedAt('password', /at least 12 characters/))
    expect((await reset('twelve chars')).status).toBe(200)
    expect((await logIn(user, 'twelve chars')).status).toBe(200)
  })
})
