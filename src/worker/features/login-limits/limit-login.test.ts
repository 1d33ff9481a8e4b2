import { env } from 'cloudflare:workers'
import Argon2 from '@phi-ag/argon2'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aRegisteredUser, aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { patience } from '../../testing/depth.ts'
import { aMailbox, RESET } from '../../testing/mailbox.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'

const LOGIN = '/api/auth/login'
const NEW = 'a better password'
const QUARTER = 15 * 60_000

beforeAll(sandbox.calm)
beforeEach(() => stopClock())

let network = 0
/** Each call has an address of its own, so that only the limits of the account stop it. */
const elsewhere = () => ({ 'cf-connecting-ip': `10.${network >> 8}.${network++ & 255}.7` })

const tryLogin = (username: string, password = 'wrong password', browser = visitor(), from = elsewhere()) =>
  browser.post<{ turnstile?: unknown } | undefined>(LOGIN, { username, password }, from)

/** A browser in which the owner has logged in. */
async function knownBrowser(user: SignedIn) {
  const browser = visitor()
  expect((await tryLogin(user.username, user.password, browser)).status).toBe(200)
  return browser
}

/** The statuses of `count` tries, 50 at a time. */
async function statusesOf(count: number, one: (n: number) => ReturnType<typeof tryLogin>) {
  const all: number[] = []
  for (let from = 0; from < count; from += 50) {
    const batch = Array.from({ length: Math.min(50, count - from) }, (_, n) => one(from + n))
    all.push(...(await Promise.all(batch)).map(({ status }) => status))
  }
  return all
}
const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

describe('1,000 logins on one account from many addresses, by name and by email', () => {
  test(
    'reach the hash at most 20 times; the owner on a known device gets in',
    async () => {
      const user = await aUser()
      const known = await knownBrowser(user)
      const names = [user.username, user.email, user.username.toUpperCase(), ` ${user.email.toUpperCase()} `]
      const verify = vi.spyOn(Argon2.prototype, 'tryVerify').mockClear()
      const from = (n: number) => ({ 'cf-connecting-ip': `192.0.2.${n % 125}` })
      const statuses = await statusesOf(1000, (n) =>
        tryLogin(names[n % 4] ?? '', 'wrong password', visitor(), from(n)),
      )
      expect(verify.mock.calls.length).toBe(20)
      vi.restoreAllMocks()
      expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([20, 980])
      const refused = await tryLogin(user.username, user.password)
      expect([refused.status, refused.data]).toEqual([429, undefined])
      expect(Number(refused.headers.get('retry-after'))).toBe(900)
      expect((await tryLogin(user.email, user.password, known)).status).toBe(200)
      expect(await mailsQueuedTo(user.email, 'failed-logins')).toHaveLength(1)
    },
    patience(120_000),
  )

  test('leave 20 more after 15 minutes, and another account untouched', async () => {
    const [user, other] = [await aUser(), await aUser()]
    expect(countOf(await statusesOf(30, () => tryLogin(user.email)), 401)).toBe(20)
    expect((await tryLogin(other.email, other.password)).status).toBe(200)
    stopClock(Date.now() + QUARTER - 1000)
    expect((await tryLogin(user.email, user.password)).status).toBe(429)
    stopClock(Date.now() + 1000)
    expect(countOf(await statusesOf(30, () => tryLogin(user.username)), 401)).toBe(20)
  })
})

describe('the limit of an account', () => {
  test('does not count right passwords, and one does not forgive the wrong ones before it', async () => {
    const user = await aUser()
    for (let n = 0; n < 25; n++) expect((await tryLogin(user.email, user.password)).status).toBe(200)
    expect(countOf(await statusesOf(19, () => tryLogin(user.email)), 401)).toBe(19)
    expect((await tryLogin(user.email, user.password)).status).toBe(200)
    expect(countOf(await statusesOf(5, () => tryLogin(user.email)), 401)).toBe(1)
  })

  test('is ten tries for the known devices, which strangers cannot use up, and a right password resets it', async () => {
    const user = await aUser()
    const known = await knownBrowser(user)
    const wrong = (count: number) =>
      statusesOf(count, () => tryLogin(user.username, 'wrong password', known.again()))
    expect(countOf(await wrong(9), 401)).toBe(9)
    expect((await tryLogin(user.username, user.password, known)).status).toBe(200)
    expect(countOf(await wrong(15), 401)).toBe(10)
    expect((await tryLogin(user.username, user.password)).status).toBe(200)
  })

  test('knows a device by its signed cookie for this account only', async () => {
    const owner = await aRegisteredUser()
    const other = await aRegisteredUser()
    await statusesOf(20, () => tryLogin(owner.username))
    const asOwner = (browser: SignedIn) => tryLogin(owner.email, owner.password, browser.again())
    expect((await asOwner(other)).status).toBe(429)
    const note = owner.cookies.get('known_device') ?? ''
    owner.cookies.set('known_device', `${note.slice(0, -4)}AAAA`)
    expect((await asOwner(owner)).status).toBe(429)
    owner.cookies.set('known_device', note)
    expect((await asOwner(owner)).status).toBe(200)
  })

  test.each(['a new password', 'a reset', 'a lockdown'])(
    'knows no device after %s that logged in before it, except the one that did it',
    async (how) => {
      const box = aMailbox()
      const user = await aUser({ bindings: box.bindings })
      const thief = await knownBrowser(user)
      stopClock(Date.now() + 1000)
      let password = user.password
      const browser = how === 'a reset' ? visitor(box.bindings) : user
      if (how === 'a lockdown') {
        expect((await user.post('/api/user/lockdown', { password })).status).toBe(200)
      } else if (how === 'a reset') {
        await browser.post('/api/auth/forgot-password', { email: user.email })
        const token = await box.token(user.email, RESET)
        expect((await browser.post('/api/auth/reset-password', { token, password: NEW })).status).toBe(200)
      } else {
        const form = { currentPassword: password, newPassword: NEW }
        expect((await user.put('/api/user/password', form)).status).toBe(200)
      }
      if (how !== 'a lockdown') password = NEW
      expect(
        countOf(await statusesOf(15, () => tryLogin(user.email, 'wrong password', thief.again())), 401),
      ).toBe(15)
      await statusesOf(20, () => tryLogin(user.email, 'wrong password', thief.again()))
      expect((await tryLogin(user.email, password, thief.again())).status).toBe(429)
      expect((await tryLogin(user.email, password, browser.again())).status).toBe(200)
    },
  )

  test('tries with names that look like the keys of an account leave its limit unused', async () => {
    const owner = await aUser()
    for (const name of [`account ${owner.id}`, `x account ${owner.id}`, `${owner.username} `])
      await statusesOf(10, () => tryLogin(name))
    expect((await tryLogin(owner.email, owner.password)).status).toBe(200)
  })

  test('is reset with the password, by a link in a mail, which also makes the browser a known one', async () => {
    const user = await aUser()
    await statusesOf(20, () => tryLogin(user.username))
    const box = aMailbox()
    const browser = visitor(box.bindings)
    await browser.post('/api/auth/forgot-password', { email: user.email })
    const token = await box.token(user.email, RESET)
    expect((await browser.post('/api/auth/reset-password', { token, password: NEW })).status).toBe(200)
    expect(browser.cookies.has('known_device')).toBe(true)
    expect((await tryLogin(user.username, NEW)).status).toBe(200)
    await statusesOf(20, () => tryLogin(user.username))
    expect((await tryLogin(user.username, NEW)).status).toBe(429)
    expect((await tryLogin(user.username, NEW, browser)).status).toBe(200)
  })
})

describe('the mail about many failed logins', () => {
  const mails = (to: string) => mailsQueuedTo(to, 'failed-logins')

  test('is sent once a day at most, and not for a closed account', async () => {
    const [user, closed] = [await aUser(), await aUser()]
    await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.id).run()
    for (const { username } of [user, closed]) await statusesOf(25, () => tryLogin(username))
    await expect.poll(() => mails(user.email)).toHaveLength(1)
    expect(await mails(closed.email)).toHaveLength(0)
    stopClock(Date.now() + QUARTER)
    await statusesOf(25, () => tryLogin(user.email))
    expect(await mails(user.email)).toHaveLength(1)
    stopClock(Date.now() + 24 * 60 * 60_000)
    await statusesOf(25, () => tryLogin(user.email))
    await expect.poll(() => mails(user.email)).toHaveLength(2)
  })

  test('is sent too where the tries are slow and none is refused', async () => {
    const user = await aUser()
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(countOf(await statusesOf(15, () => tryLogin(user.email)), 401)).toBe(15)
      expect(await mails(user.email)).toHaveLength(0)
      stopClock(Date.now() + QUARTER)
    }
    expect((await tryLogin(user.email)).status).toBe(401)
    await expect.poll(() => mails(user.email)).toHaveLength(1)
  })
})
