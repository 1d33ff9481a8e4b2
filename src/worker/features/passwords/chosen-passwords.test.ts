import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aMailbox, CONFIRM, RESET } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'

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
