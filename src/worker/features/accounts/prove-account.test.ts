import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ConfirmAccount } from '#shared/accounts/contract.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { aMailbox, CONFIRM } from '../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { deliver } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const VERIFY = '/api/auth/verify-email'
const NEW = 'the buyer chose this one'

/** A guest's purchase, and an account that somebody else registered with the guest's address. */
async function aPreHijackedAccount() {
  const box = aMailbox()
  const attacker = await aUser({ bindings: box.bindings })
  for (const { id } of await sandbox.eventsOf(() => sandbox.payByLink('lifetime', attacker.email)))
    expect((await deliver(await sandbox.signed(id))).status).toBe(200)
  const id = await env.DB.prepare('SELECT id FROM payments WHERE email = ?')
    .bind(attacker.email)
    .first<number>('id')
  await attacker.post('/api/auth/resend-verification', {})
  return { attacker, box, paymentId: id ?? 0, token: await box.token(attacker.email, CONFIRM) }
}

const row = (user: SignedIn) =>
  env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(user.id).first<Record<string, unknown>>()
const ownerOf = async (paymentId: number) =>
  (await env.DB.prepare('SELECT user_id FROM payments WHERE id = ?').bind(paymentId).first('user_id')) ?? null
const purchasesOf = async (user: SignedIn) => (await user.get<unknown[]>('/api/user/purchases')).data

describe('a confirmation link that is opened outside the account’s own session', () => {
  test('confirms nothing and attaches no purchase without the account’s password or a new one', async () => {
    const { attacker, paymentId, token } = await aPreHijackedAccount()
    for (const browser of [visitor(), await aUser()]) {
      const answer = await browser.post<ConfirmAccount>(VERIFY, { token })
      expect([answer.status, answer.data.code, answer.data.username, answer.data.canReset]).toEqual([
        403,
        'confirm-account',
        attacker.username,
        true,
      ])
    }
    expect([await ownerOf(paymentId), (await row(attacker))?.email_verified_at]).toEqual([null, null])
    expect(await purchasesOf(attacker)).toEqual([])
  })

  test('resets the account with a new password: sessions, payout address, settings, factors and links end', async () => {
    const { attacker, box, paymentId, token } = await aPreHijackedAccount()
    await attacker.post('/api/auth/forgot-password', { email: attacker.email })
    const address = `0x${'a1'.repeat(20)}`
    await env.DB.batch([
      env.DB.prepare('UPDATE users SET payout_address = ?, promotional_emails = 0 WHERE id = ?').bind(
        address,
        attacker.id,
      ),
      env.DB.prepare(
        `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
         VALUES (?, ?, 'key', 0, '[]', 0, 'mine', 1)`,
      ).bind(attacker.id, `credential-${attacker.id}`),
    ])
    const opened = await visitor(box.bindings).post(VERIFY, { token, newPassword: NEW })
    expect([opened.status, opened.message]).toEqual([
      200,
      'Your email address is confirmed, and your password is set. Log in with it.',
    ])
    expect((await attacker.get('/api/auth/me')).status).toBe(401)
    expect((await login(attacker, attacker.password)).status).toBe(401)
    expect(await row(attacker)).toMatchObject({
      payout_address: null,
      promotional_emails: 1,
      email_verified_at: expect.any(Number),
    })
    const passkeys = 'SELECT count(*) AS n FROM passkeys WHERE user_id = ?'
    expect(await env.DB.prepare(passkeys).bind(attacker.id).first('n')).toBe(0)
    const openLinks = 'SELECT count(*) AS n FROM auth_tokens WHERE user_id = ? AND used_at IS NULL'
    expect(await env.DB.prepare(openLinks).bind(attacker.id).first('n')).toBe(0)
    expect(await ownerOf(paymentId)).toBe(attacker.id)
    const buyer = visitor()
    expect((await buyer.post('/api/auth/login', { username: attacker.email, password: NEW })).status).toBe(
      200,
    )
    expect((await buyer.get<unknown[]>('/api/user/purchases')).data).toHaveLength(1)
  })

  test('confirms the address with the account’s password, and refuses a wrong one', async () => {
    const { attacker: owner, paymentId, token } = await aPreHijackedAccount()
    expect((await visitor().post(VERIFY, { token, password: 'not the password' })).status).toBe(422)
    expect(await ownerOf(paymentId)).toBeNull()
    expect((await visitor().post(VERIFY, { token, password: owner.password })).status).toBe(200)
    expect([await ownerOf(paymentId), (await owner.get('/api/auth/me')).status]).toEqual([owner.id, 200])
  })

  test('to a new address takes the account’s password only: a mistyped address opens no account', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    const email = `new-${user.email}`
    await user.put('/api/user/profile', {
      email,
      currentPassword: user.password,
      notification_preferences: { emailNotifications: true, promotionalEmails: true, newAirdrops: true },
    })
    const token = await box.token(email, CONFIRM)
    const answer = await visitor().post<ConfirmAccount>(VERIFY, { token })
    expect([answer.status, answer.data.canReset]).toEqual([403, false])
    expect((await visitor().post(VERIFY, { token, newPassword: NEW })).status).toBe(422)
    expect((await row(user))?.email).toBe(user.email)
    expect((await visitor().post(VERIFY, { token, password: user.password })).status).toBe(200)
    expect((await row(user))?.email).toBe(email)
  })

  test('works once for two new passwords at the same time', async () => {
    const { attacker, token } = await aPreHijackedAccount()
    const answers = await Promise.all(
      [`${NEW} 1`, `${NEW} 2`].map((newPassword) => visitor().post(VERIFY, { token, newPassword })),
    )
    // The second one finds the address confirmed, and changes nothing.
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const logins = await Promise.all([login(attacker, `${NEW} 1`), login(attacker, `${NEW} 2`)])
    expect(logins.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })
})

test('the referrer that somebody gave an account by an unpaid checkout ends with its reset', async () => {
  const { attacker, token } = await aPreHijackedAccount()
  const accomplice = await aUser()
  const opened = await attacker.post('/api/payment/create', {
    productId: (await aProduct()).id,
    email: attacker.email,
    provider: 'stripe',
    purchaseType: 'one-time',
    clientPaymentId: crypto.randomUUID(),
    referralCode: (await row(accomplice))?.referral_code,
  })
  expect([opened.status, (await row(attacker))?.referred_by], opened.text).toEqual([201, accomplice.id])
  expect((await visitor().post(VERIFY, { token, newPassword: NEW })).status).toBe(200)
  expect((await row(attacker))?.referred_by).toBeNull()
})

test('a password reset of an account whose address was never confirmed ends the payout address too', async () => {
  const { attacker, box } = await aPreHijackedAccount()
  await env.DB.prepare('UPDATE users SET payout_address = ? WHERE id = ?')
    .bind(`0x${'a1'.repeat(20)}`, attacker.id)
    .run()
  await attacker.post('/api/auth/forgot-password', { email: attacker.email })
  const token = await box.token(attacker.email, 'Reset your password')
  expect((await visitor().post('/api/auth/reset-password', { token, password: NEW })).status).toBe(200)
  expect((await row(attacker))?.payout_address).toBeNull()
})

const login = (user: SignedIn, password: string) =>
  visitor().post('/api/auth/login', { username: user.username, password })
