import { env } from 'cloudflare:workers'
import Argon2 from '@phi-ag/argon2'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { patience, sized } from '../../testing/depth.ts'
import { aMailbox, IN_USE } from '../../testing/mailbox.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { askUntilAnswer, SHOP, unique } from '../../testing/shop.ts'
import { watched } from '../../testing/watched.ts'
import { hashPassword } from '../passwords/password.ts'

beforeAll(sandbox.calm)

type Try = { method?: string; path: string; body: object; user?: SignedIn | undefined }

let network = 0
/** Each try comes from a network of its own, so that no limit per address stops it. */
const aNetwork = () => `10.${(network >> 8) & 255}.${network++ & 255}.7`

/** Sends one request. The numbers are those of the moment of the answer, before the work after it. */
async function costOf({ method = 'POST', path, body, user }: Try) {
  const { answers, watch } = { answers: [] as number[], watch: watched() }
  const hash = vi.spyOn(Argon2.prototype, 'hash').mockClear()
  const verify = vi.spyOn(Argon2.prototype, 'tryVerify').mockClear()
  const response = await send({ method, path, body, user }, watch.bindings, () => {
    answers.push(watch.trips, hash.mock.calls.length, verify.mock.calls.length)
  })
  vi.restoreAllMocks()
  const [trips, hashes, verified] = answers
  return { status: response.status, text: await response.text(), trips, hashes, verified }
}

function send(
  { method = 'POST', path, body, user }: Try,
  bindings: Env,
  onAnswer: () => void | Promise<void>,
) {
  const headers = new Headers({
    origin: SHOP,
    'content-type': 'application/json',
    'cf-connecting-ip': aNetwork(),
  })
  if (user) headers.set('cookie', `session=${user.cookies.get('session')}`)
  const request = new Request(`${SHOP}${path}`, { method, headers, body: JSON.stringify(body) })
  return askUntilAnswer(request, bindings, onAnswer)
}

/** An account whose password has the parameters of every account that registered. */
async function aFullUser() {
  const user = await aUser()
  await env.DB.prepare('UPDATE users SET password = ? WHERE id = ?')
    .bind(await hashPassword(user.password, env.PASSWORD_PEPPER), user.id)
    .run()
  return user
}

const login = (username: string): Try => ({
  path: '/api/auth/login',
  body: { username, password: 'a wrong password' },
})
const forgot = (email: string): Try => ({ path: '/api/auth/forgot-password', body: { email } })
const changeTo = (user: SignedIn, email: string): Try => ({
  method: 'PUT',
  path: '/api/user/profile',
  user,
  body: {
    email,
    currentPassword: user.password,
    notification_preferences: { emailNotifications: true, promotionalEmails: true, newAirdrops: true },
  },
})
const resend = (user: SignedIn): Try => ({ path: '/api/auth/resend-verification', body: {}, user })
const nobody = () => `${unique('nobody')}@mail.test`

describe('a known and an unknown name or address get the same answer, after the same D1 trips and hashes', () => {
  test('at login', async () => {
    const user = await aFullUser()
    const known = await costOf(login(user.username))
    expect(known).toMatchObject({ status: 401, trips: 1, hashes: 0, verified: 1 })
    for (const name of [user.email, unique('nobody'), nobody()])
      expect(await costOf(login(name))).toEqual(known)
  })

  test('at login beyond the limit of the account', async () => {
    stopClock()
    const refusals: Awaited<ReturnType<typeof costOf>>[] = []
    for (const name of [(await aFullUser()).username, unique('nobody'), nobody()]) {
      for (let n = 0; n < 20; n++) expect((await costOf(login(name))).status).toBe(401)
      refusals.push(await costOf(login(name)), await costOf(login(name)))
    }
    expect(refusals[0]).toMatchObject({ status: 429, trips: 1, hashes: 0, verified: 0 })
    expect(refusals).toEqual(refusals.map(() => refusals[0]))
  })

  test('at a request to reset the password', async () => {
    const user = await aUser()
    const known = await costOf(forgot(user.email))
    // The one trip is the look-up after the answer, which has begun.
    expect(known).toMatchObject({ status: 200, trips: 1, hashes: 0, verified: 0 })
    expect(await costOf(forgot(nobody()))).toEqual(known)
  })

  test('at a change of the address, and when its confirmation is sent again', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const seen = []
    for (const email of [nobody(), other.email]) {
      const both = [await costOf(changeTo(user, email)), await costOf(resend(user))]
      seen.push(both.map((one) => ({ ...one, text: one.text.replaceAll(email, 'ADDRESS') })))
    }
    expect(seen[0]?.[0]).toMatchObject({ status: 200, hashes: 0, verified: 1 })
    expect(seen[0]?.[1]).toMatchObject({ status: 200, hashes: 0, verified: 0 })
    expect(seen[1]).toEqual(seen[0])
  })
})

describe('a registration with a taken address', () => {
  const form = (email: string) => ({
    username: unique('new').replaceAll('-', '_'),
    email,
    password: 'long enough',
  })
  const register = (email: string) => costOf({ path: '/api/auth/register', body: form(email) })

  // The specification logs a new account in at once, so the status has to differ.
  test('takes the same hash, and is refused before any look-up of the account', async () => {
    const user = await aUser()
    const [free, taken] = [await register(nobody()), await register(user.email)]
    expect([free.status, free.hashes, free.verified]).toEqual([201, 1, 0])
    expect([taken.status, taken.hashes, taken.verified]).toEqual([409, 1, 0])
    expect(taken.text).not.toContain(user.username)
  })

  test('sends the owner one mail a day without a link, and none in the first hour of the account', async () => {
    const box = aMailbox()
    const user = await aUser()
    const attempt = () =>
      send({ path: '/api/auth/register', body: form(user.email) }, box.bindings, () => undefined)
    expect((await attempt()).status).toBe(409)
    expect(await box.subjects(user.email)).toEqual([])
    await env.DB.prepare('UPDATE users SET created_at = created_at - ? WHERE id = ?')
      .bind(HOUR, user.id)
      .run()
    for (let n = 0; n < 3; n++) expect((await attempt()).status).toBe(409)
    expect(await box.subjects(user.email)).toEqual([IN_USE])
    const mail = await box.mail(user.email, IN_USE)
    expect([mail?.text.includes('tried to create an account'), mail?.html.includes('token=')]).toEqual([
      true,
      false,
    ])
  })
})

describe('tries with known and with unknown names, in turns, take the same time', () => {
  const TRIES = sized(40, 200)
  /** A limit that a missing hash (20 ms or more) passes, and a busy machine does not. */
  const BOUND = { ratio: 1.5, ms: 8 }

  async function timeOf(one: Try): Promise<number> {
    const from = performance.now()
    let ms = 0
    await send(one, env, async () => {
      // The clock of a Worker stands still until the next I/O.
      await env.DB.prepare('SELECT 1').run()
      ms = performance.now() - from
    })
    return ms
  }

  async function compare(known: (n: number) => Try, unknown: (n: number) => Try) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < TRIES; n++) {
      times.known.push(await timeOf(known(n)))
      times.unknown.push(await timeOf(unknown(n)))
    }
    const [a, b] = [median(times.known), median(times.unknown)]
    expect(Math.max(a, b), `${a} ms known, ${b} ms unknown`).toBeLessThan(
      Math.min(a, b) * BOUND.ratio + BOUND.ms,
    )
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

  const several = (count: number) => Promise.all(Array.from({ length: count }, aUser))

  test('at login', { timeout: patience(120_000) }, async () => {
    // Fewer tries for each than its limit.
    const count = Math.ceil(TRIES / 15)
    const users: SignedIn[] = []
    while (users.length < count) users.push(await aFullUser())
    const names = users.map(() => unique('nobody'))
    await compare(
      (n) => login(users[n % count]?.username ?? ''),
      (n) => login(names[n % count] ?? ''),
    )
  })

  test('at a request to reset the password', { timeout: patience(120_000) }, async () => {
    const users = await several(70)
    const names = Array.from({ length: 70 }, nobody)
    await compare(
      (n) => forgot(users[n % 70]?.email ?? ''),
      (n) => forgot(names[n % 70] ?? ''),
    )
  })

  test('at a change of the address', { timeout: patience(120_000) }, async () => {
    const [users, others] = [await several(100), await several(70)]
    const one = (n: number) => users[n % 100] as SignedIn
    await compare(
      (n) => changeTo(one(n), others[n % 70]?.email ?? ''),
      (n) => changeTo(one(n), nobody()),
    )
  })
})
