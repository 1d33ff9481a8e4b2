import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#shared/accounts/contract.ts'
import { openDb } from '../../db/client.ts'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aMailbox, CHANGED, CONFIRM, RESET } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { withPausedQueue } from '../../testing/shop.ts'
import { connect, until } from '../../testing/sockets.ts'
import { changePassword } from './change-password.ts'

beforeAll(sandbox.calm)

const PASSWORD = '/api/user/password'
const NEW = 'a better password'
const ME = '/api/auth/me'

const logIn = async (user: SignedIn, password = user.password) => {
  const browser = visitor()
  const { status } = await browser.post('/api/auth/login', { username: user.username, password })
  return { browser, status }
}

describe('changing the password', () => {
  test('with a wrong current or an invalid new one is refused and changes nothing', async () => {
    const user = await aUser()
    const current = user.password
    const refusals = [
      [{ currentPassword: 'not this one', newPassword: NEW }, 422, 'The current password is incorrect.'],
      [
        { currentPassword: current, newPassword: current },
        422,
        'The new password must be different from the current one.',
      ],
      [{ currentPassword: current, newPassword: 'short77' }, 400, 'Password must be at least 8 characters'],
      [{ currentPassword: current, newPassword: '' }, 400, 'All password fields are required'],
      [{ currentPassword: '', newPassword: NEW }, 400, 'All password fields are required'],
      [
        { currentPassword: current, newPassword: 'x'.repeat(257) },
        400,
        'Password must be at most 256 characters',
      ],
    ] as const
    for (const [form, status, message] of refusals) {
      const answer = await user.put(PASSWORD, form)
      expect([answer.status, answer.message]).toEqual([status, message])
    }
    expect((await user.put(PASSWORD, {})).status).toBe(400)
    expect((await logIn(user)).status).toBe(200)
  })

  // spec: call-password
  test('stores the new one and ends every session at once, with its sockets; this browser gets a new one', async () => {
    const user = await aUser()
    const [other, third] = [(await logIn(user)).browser, (await logIn(user)).browser]
    const stranger = await aUser()
    const [mine, theirs, thirds, strangers] = [
      await connect(user),
      await connect(other),
      await connect(third),
      await connect(stranger),
    ]
    const changed = await user.put(PASSWORD, { currentPassword: user.password, newPassword: NEW })
    expect([changed.status, changed.message]).toEqual([200, 'Password changed successfully'])
    await until(() => [mine, theirs, thirds].every(({ closed }) => closed !== null))
    expect([mine.closed, theirs.closed, thirds.closed]).toEqual(
      [1, 2, 3].map(() => ({ code: 4001, reason: 'session ended' })),
    )
    expect([(await other.get(ME)).status, (await third.get(ME)).status]).toEqual([401, 401])
    expect([(await user.get(ME)).status, (await stranger.get(ME)).status]).toEqual([200, 200])
    expect(strangers.closed).toBeNull()
    expect((await logIn(user)).status).toBe(401)
    expect((await logIn(user, NEW)).status).toBe(200)
  })

  test('closes the sockets later, through the outbox, when the hub cannot be reached', async () => {
    const user = await aUser()
    const { browser } = await logIn(user)
    const socket = await connect(browser)
    const db = openDb(env.DB)
    const gone = () => {
      throw new Error('away')
    }
    const broken = { ...env, USER_HUB: { getByName: gone }, JOBS: { sendBatch: gone } } as unknown as Env
    const dispatches: Promise<unknown>[] = []
    const later = (work: Promise<unknown>) => {
      dispatches.push(work)
    }
    const deps = { env: broken, db, config: configOf(env), later }
    const viewer = {
      id: user.id,
      reference: 'unused',
      username: user.username,
      email: user.email,
      isAdmin: false,
      staffRole: null,
      needsFactor: false,
      lockedRole: null,
      hasFactor: false,
      factor: null,
      authenticatedAt: Date.now(),
      authenticatedFrom: { ip: null, userAgent: null },
      sessionId: await user.sessionId(),
      sessionExpiresAt: Date.now() + 1000,
    }
    const form = { currentPassword: user.password, newPassword: NEW }
    const device = { ip: null, userAgent: null }
    await changePassword(deps, viewer, form, device, Date.now() - 60_000)
    await Promise.all(dispatches)
    expect((await browser.get(ME)).status).toBe(401)
    expect(socket.closed).toBeNull()
    const rows = await env.DB.prepare(
      `SELECT topic FROM outbox WHERE dispatched_at IS NULL AND (json_extract(payload, '$.userId') = ?1
        OR json_extract(payload, '$.deliveryKey') IN (SELECT key FROM email_deliveries WHERE user_id = ?1)) ORDER BY topic`,
    )
      .bind(user.id)
      .all()
    expect(rows.results).toEqual([{ topic: 'email' }, { topic: 'session' }])
    const { sweepOutbox } = await import('../notifications/sweep-outbox.ts')
    await sweepOutbox(withPausedQueue().bindings, db, Date.now())
    await until(() => socket.closed !== null)
    expect(socket.closed?.code).toBe(4001)
  })

  test('sends one notification to the address', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    await user.put(PASSWORD, { currentPassword: 'not this one', newPassword: NEW })
    await user.put(PASSWORD, { currentPassword: user.password, newPassword: NEW })
    expect(await box.subjects(user.email)).toEqual([CHANGED])
    const mail = await box.mail(user.email, CHANGED)
    expect(mail?.text).toContain(`The password of “${user.username}” was changed`)
    expect(mail?.text).not.toContain(NEW)
    expect(mail?.links).toEqual(['http://shop.test/forgot-password'])
  })

  test('gets 429 with Retry-After after ten wrong passwords; a right one resets the count', async () => {
    stopClock()
    const [user, other] = [await aUser(), await aUser()]
    const wrong = { currentPassword: 'not this one', newPassword: NEW }
    for (let n = 0; n < 9; n++) expect((await user.put(PASSWORD, wrong)).status).toBe(422)
    const right = { currentPassword: user.password, newPassword: NEW }
    expect((await user.put(PASSWORD, right)).status).toBe(200)
    for (let n = 0; n < 10; n++) expect((await user.put(PASSWORD, wrong)).status).toBe(422)
    const refused = await user.put(PASSWORD, { currentPassword: NEW, newPassword: 'yet another one' })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await other.put(PASSWORD, wrong)).status).toBe(422)
  }, 30_000)

  test('is limited to five in a row, because each sends a mail to a possibly unconfirmed address', async () => {
    stopClock()
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const currentPassword = n === 0 ? user.password : `password ${n - 1}`
      statuses.push((await user.put(PASSWORD, { currentPassword, newPassword: `password ${n}` })).status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429])
    expect(await box.subjects(user.email)).toEqual(Array(5).fill(CHANGED))
  }, 30_000)

  test('is limited to 30 attempts with the right password too, because each costs a hash', async () => {
    stopClock()
    const user = await aUser()
    const same = { currentPassword: user.password, newPassword: user.password }
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await user.put(PASSWORD, same)).status)
    expect(statuses).toEqual([...Array(30).fill(422), 429])
  }, 30_000)

  test('by two devices at once succeeds for one of them: the other checked a replaced password', async () => {
    const user = await aUser()
    const { browser } = await logIn(user)
    const passwords = ['the first password', 'the other password']
    const answers = await Promise.all(
      [user, browser].map((client, n) =>
        client.put(PASSWORD, { currentPassword: user.password, newPassword: passwords[n] }),
      ),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await logIn(user, passwords[won])).status).toBe(200)
    expect((await logIn(user, passwords[1 - won])).status).toBe(401)
  })

  test('ends earlier reset links and a pending change of address, not the first confirmation link', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    const { email, password } = user
    await user.post('/api/auth/forgot-password', { email })
    await user.post('/api/auth/resend-verification')
    const notification_preferences = { emailNotifications: true, promotionalEmails: true, newAirdrops: true }
    const thief = `thief-${email}`
    await user.put('/api/user/profile', { email: thief, notification_preferences, currentPassword: password })
    const [reset, own, moving] = [
      await box.token(email, RESET),
      await box.token(email, CONFIRM),
      await box.token(thief, CONFIRM),
    ]
    expect((await user.get<Profile>('/api/user/profile')).data.pendingEmail).toBe(thief)
    expect((await user.put(PASSWORD, { currentPassword: password, newPassword: NEW })).status).toBe(200)
    expect((await user.get<Profile>('/api/user/profile')).data.pendingEmail).toBeNull()
    const open = (token: string) => user.again().post('/api/auth/verify-email', { token })
    expect((await visitor().post('/api/auth/reset-password', { token: reset, password: NEW })).status).toBe(
      410,
    )
    expect([(await open(moving)).status, (await open(own)).status]).toEqual([410, 200])
    expect((await user.get<Profile>('/api/user/profile')).data).toMatchObject({ email, emailVerified: true })
  })
})
