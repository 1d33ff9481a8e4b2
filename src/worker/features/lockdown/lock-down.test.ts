import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import type { Licence } from '#shared/licences/contract.ts'
import type { LockdownReport, LockdownState } from '#shared/lockdown/contract.ts'
import { commit, openDb } from '../../db/client.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aMailbox, CONFIRM, RESET } from '../../testing/mailbox.ts'
import { aProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { owns } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { connect, until } from '../../testing/sockets.ts'
import { issueLicence, renewKeysOf } from '../licences/writes.ts'

beforeAll(sandbox.calm)

const LOCKDOWN = '/api/user/lockdown'
const ME = '/api/auth/me'
const LOCKED = 'Your account was locked down'

/** An IP address of its own for each test, because calls of scripts are limited by address. */
let home = ''
let homes = 0
beforeEach(() => {
  homes += 1
  home = `198.51.100.${homes}`
})

const call = async (verb: 'activate' | 'check', licenceKey: string, product: number) => {
  const body = { licenceKey, deviceId: 'device-of-mine', product }
  const headers = { origin: '', 'cf-connecting-ip': home }
  const { status, data } = await visitor().post<{ reason?: string }>(`/api/licences/${verb}`, body, headers)
  return status === 200 ? 'fine' : data.reason
}
const licenceOf = async (user: SignedIn) =>
  (await user.get<Licence[]>('/api/user/licences')).data[0] as Licence
const lockDown = (user: SignedIn, password = user.password) =>
  user.post<LockdownReport>(LOCKDOWN, { password })
const stateOf = async (user: SignedIn) => (await user.get<LockdownState>(LOCKDOWN)).data
const first = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .first<Record<string, number | string | null>>()

async function aBuyer(bindings = env) {
  const user = await aUser({ bindings })
  const product = await aProduct()
  await bought(user, product.id)
  const licence = await licenceOf(user)
  expect(await call('activate', licence.licenceKey, product.id)).toBe('fine')
  return { user, product, licence }
}

async function logInAgain(user: SignedIn) {
  const browser = visitor()
  const { status } = await browser.post('/api/auth/login', {
    username: user.username,
    password: user.password,
  })
  expect(status).toBe(200)
  return browser
}

describe('a lockdown', () => {
  test('is not kept from the owner by a thief who types wrong passwords in a stolen session', async () => {
    const user = await aUser()
    const thief = user.again()
    await logInAgain(user)
    const owner = await logInAgain(user)
    const statuses = new Set<number>()
    for (let call = 0; call < 40; call++) {
      statuses.add((await thief.post(LOCKDOWN, { password: 'wrong' })).status)
      statuses.add(
        (await thief.put('/api/user/password', { currentPassword: 'wrong', newPassword: 'a-new-password-1' }))
          .status,
      )
    }
    expect([...statuses].sort()).toEqual([422, 429])
    const { status, message } = await owner.post(LOCKDOWN, { password: user.password })
    expect([status, message]).toEqual([200, LOCKED])
  })

  test('replaces the licence key, so that the old one is refused at once, and releases the devices', async () => {
    const { user, product, licence } = await aBuyer()
    expect((await stateOf(user)).counts).toMatchObject({ licences: 1, devices: 1 })
    const { status, data } = await lockDown(user)
    expect([status, data.done.licences, data.done.devices]).toEqual([200, 1, 1])
    for (const verb of ['check', 'activate'] as const)
      expect(await call(verb, licence.licenceKey, product.id)).toBe('unknown-licence')
    const after = await licenceOf(user)
    expect(after.licenceKey).toMatch(/^WF(-[2-9A-HJ-NP-Z]{5}){6}$/)
    expect([after.id, after.devices]).toEqual([licence.id, []])
    expect(await call('check', after.licenceKey, product.id)).toBe('not-registered')
    expect(await call('activate', after.licenceKey, product.id)).toBe('fine')
  })

  test('replaces the key of a revoked licence too, because a dispute that is won restores it', async () => {
    const { user, licence } = await aBuyer()
    await env.DB.prepare('UPDATE licences SET revoked_at = 1 WHERE id = ?').bind(licence.id).run()
    expect((await lockDown(user)).data.done.licences).toBe(0)
    expect((await licenceOf(user)).licenceKey).not.toBe(licence.licenceKey)
  })

  test('gives each licence a key of its own, and leaves those of others and of guests', async () => {
    const [{ user, licence }, other] = [await aBuyer(), await aBuyer()]
    await bought(user, (await aProduct()).id)
    const guest = await aBuyer()
    await env.DB.prepare(
      'UPDATE user_scripts SET user_id = NULL WHERE id = (SELECT grant_id FROM licences WHERE id = ?)',
    )
      .bind(guest.licence.id)
      .run()
    const otherBefore = await logInAgain(other.user)
    await lockDown(user)
    const keys = (await user.get<Licence[]>('/api/user/licences')).data.map((one) => one.licenceKey)
    expect(new Set([...keys, licence.licenceKey]).size).toBe(3)
    for (const { licence: kept, product } of [other, guest])
      expect(await call('check', kept.licenceKey, product.id)).toBe('fine')
    expect([(await other.user.get(ME)).status, (await otherBefore.get(ME)).status]).toEqual([200, 200])
    const links = await first('SELECT links_valid_from AS since FROM users WHERE id = ?', other.user.id)
    expect(links).toEqual({ since: null })
  })

  test('ends every session with its sockets, this one too, and begins a new one for this browser', async () => {
    const user = await aUser()
    const [thief, other] = [user.again(), await logInAgain(user)]
    const [mine, theirs] = [await connect(user), await connect(other)]
    const { data } = await lockDown(user)
    expect(data.done.sessions).toBe(1)
    expect([(await thief.get(ME)).status, (await other.get(ME)).status]).toEqual([401, 401])
    expect((await user.get(ME)).status).toBe(200)
    await until(() => mine.closed !== null && theirs.closed !== null)
    expect([mine.closed?.code, theirs.closed?.code]).toEqual([4001, 4001])
    const again = await connect(user)
    expect(again.closed).toBeNull()
  })

  test('ends mailed links for the password and the address, a pending change of address, and download links', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    await user.post('/api/auth/resend-verification')
    await user.put('/api/user/profile', {
      email: `moved-${user.email}`,
      notification_preferences: { emailNotifications: true, promotionalEmails: true, newAirdrops: true },
      currentPassword: user.password,
    })
    await visitor(box.bindings).post('/api/auth/forgot-password', { email: user.email })
    const confirm = await box.token(user.email, CONFIRM)
    const moving = await box.token(`moved-${user.email}`, CONFIRM)
    await expect.poll(() => box.subjects(user.email)).toContain(RESET)
    const reset = await box.token(user.email, RESET)
    expect((await stateOf(user)).counts.mailedLinks).toBe(3)
    const { data } = await lockDown(user)
    expect(data.done.mailedLinks).toBe(3)
    for (const token of [confirm, moving])
      expect((await visitor().post('/api/auth/verify-email', { token })).status).toBe(410)
    const form = { token: reset, password: 'a new password' }
    expect((await visitor().post('/api/auth/reset-password', form)).status).toBe(410)
    const profile = await user.get<{ email: string; pendingEmail: string | null }>('/api/user/profile')
    expect(profile.data).toMatchObject({ email: user.email, pendingEmail: null })
    const row = await first('SELECT links_valid_from AS since FROM users WHERE id = ?', user.id)
    expect(row?.since).toBeGreaterThanOrEqual(Date.parse(data.lockedAt))
  })

  test('is mailed once to the owner, shown as a notification, and recorded for admins', async () => {
    const box = aMailbox()
    const { user, product } = await aBuyer(box.bindings)
    await user.fetch('GET', `/api/download/file/${product.id}`)
    const { status } = await user.post(
      LOCKDOWN,
      { password: user.password },
      { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    )
    expect(status).toBe(200)
    expect((await box.subjects(user.email)).filter((subject) => subject === LOCKED)).toHaveLength(1)
    const mail = await box.mail(user.email, LOCKED)
    for (const part of [
      'Firefox on Linux at 203.0.113.9',
      'New licence keys: 1',
      'Devices released: 1',
      `${product.name} ${product.release.version}`,
      '1. Disconnect the machine.',
      '6. Write to us.',
      'http://shop.test/dashboard?tab=profile&show=lockdown-report',
      'http://shop.test/forgot-password',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text).not.toContain(user.password)
    const { welcome } = await connect(user)
    expect(welcome?.notifications.map(({ title }) => title)).toContain(LOCKED)
    const entry = await first(
      'SELECT actor_id, ip, after FROM audit_log WHERE subject = ? AND action = ?',
      `user:${user.id}`,
      'account.lockdown',
    )
    expect(entry).toMatchObject({ actor_id: user.id, ip: null })
    expect(JSON.parse(String(entry?.after))).toEqual({ licences: 1, devices: 1, sessions: 0, mailedLinks: 0 })
  })

  test('reports the downloads of the last 30 days, newest first and at most 20, also later', async () => {
    const { user, product } = await aBuyer()
    const insert = (createdAt: number, columns: string, ...values: unknown[]) =>
      env.DB.prepare(
        `INSERT INTO downloads (script_id, release_id, via, created_at, ${columns}) VALUES (?, ?, 'link', ?, ${values.map(() => '?').join()})`,
      ).bind(product.id, product.release.id, createdAt, ...values)
    const now = Date.now()
    const payment = await first('SELECT id FROM payments WHERE user_id = ?', user.id)
    const stranger = await aUser()
    await env.DB.batch([
      insert(now - 31 * DAY, 'user_id', user.id),
      insert(now - 2, 'user_id', stranger.id),
      insert(now - 1 * DAY, 'payment_id, ip', payment?.id, '192.0.2.7'),
      ...Array.from({ length: 20 }, (_, n) =>
        insert(now - (n + 2) * DAY, 'user_id, ip, network', user.id, '192.0.2.8', '192.0.2.0/24'),
      ),
    ])
    expect((await stateOf(user)).last).toBeNull()
    const { data } = await lockDown(user)
    expect([data.downloads.length, data.hasMoreDownloads]).toEqual([20, true])
    expect(data.downloads.slice(0, 2)).toMatchObject([
      {
        downloadedAt: new Date(now - DAY).toISOString(),
        productName: product.name,
        version: product.release.version,
        sha256: product.release.sha256,
        network: '192.0.2.7',
      },
      { network: '192.0.2.0/24' },
    ])
    expect((await stateOf(user)).last).toEqual(data)
  })

  test('with a wrong password changes nothing, and counts as an attempt to guess it', async () => {
    stopClock()
    const { user, product, licence } = await aBuyer()
    const other = await logInAgain(user)
    const refused = await lockDown(user, 'not this one')
    expect([refused.status, refused.message]).toEqual([422, 'The current password is incorrect.'])
    expect(await call('check', licence.licenceKey, product.id)).toBe('fine')
    expect((await other.get(ME)).status).toBe(200)
    expect((await stateOf(user)).last).toBeNull()
    for (let n = 0; n < 9; n++) expect((await lockDown(user, 'not this one')).status).toBe(422)
    const limited = await lockDown(user)
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await user.post(LOCKDOWN, {})).status).toBe(400)
  }, 30_000)

  test('can be repeated, three times in a row, and the refusal after that says when', async () => {
    stopClock()
    const { user, licence } = await aBuyer()
    const keys = [licence.licenceKey]
    for (let n = 0; n < 3; n++) {
      expect((await lockDown(user)).status).toBe(200)
      keys.push((await licenceOf(user)).licenceKey)
    }
    expect(new Set(keys).size).toBe(4)
    const refused = await lockDown(user)
    expect([refused.status, refused.message]).toEqual([
      429,
      'Your last lockdown is in effect; nothing was changed now. You can lock down your account again in 20 minutes.',
    ])
    expect((await licenceOf(user)).licenceKey).toBe(keys.at(-1))
  }, 30_000)

  test('in two tabs at once happens once: one report, one mail, and a session that stays', async () => {
    const { user, licence } = await aBuyer()
    const [tabs, other] = [[user.again(), user.again()], await logInAgain(user)]
    const answers = await Promise.all(
      [...tabs, other].map((tab) => tab.post(LOCKDOWN, { password: user.password })),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 409]).toContain(status)
    const done = await first(
      "SELECT count(*) AS n FROM audit_log WHERE subject = ? AND action = 'account.lockdown'",
      `user:${user.id}`,
    )
    expect(done?.n).toBe(1)
    const winner = [...tabs, other][answers.findIndex(({ status }) => status === 200)] ?? other
    expect((await winner.get(ME)).status).toBe(200)
    const { data } = await winner.get<Licence[]>('/api/user/licences')
    expect(data[0]?.licenceKey).not.toBe(licence.licenceKey)
  })

  test('is refused whole where the account got another licence between read and write', async () => {
    const { user, licence } = await aBuyer()
    const db = openDb(env.DB)
    const product = await aProduct()
    const { paymentId } = await owns(user, product.id)
    const grant = await first('SELECT id FROM user_scripts WHERE payment_id = ?', paymentId)
    await commit(db, [issueLicence(db, Number(grant?.id), Date.now())])
    const deviceLeft = () =>
      first('SELECT count(*) AS n FROM activations WHERE licence_id = ?', licence.id).then((row) => row?.n)
    await expect(commit(db, renewKeysOf(db, user.id, [licence.id]))).rejects.toThrow()
    expect(await deviceLeft()).toBe(1)
    expect((await lockDown(user)).data.done.licences).toBe(2)
    expect(await deviceLeft()).toBe(0)
  })
})
