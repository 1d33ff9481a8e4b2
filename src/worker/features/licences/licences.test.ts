import { env } from 'cloudflare:workers'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
} from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import type { Licence, LicenceAnswer } from '#shared/licences/contract.ts'
import { EVERY_FIVE_MINUTES } from '../../cron.ts'
import { commit, openDb } from '../../db/client.ts'
import { configOf } from '../../providers/config.ts'
import { type Answer, aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, deliver } from '../../testing/purchases.ts'
import { aReader, owns } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, ring, SHOP, unique, withPausedQueue } from '../../testing/shop.ts'
import { connect, until } from '../../testing/sockets.ts'
import { issueLicence } from './writes.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

/** An IP address of its own for each test, because calls are limited by address. */
let home = ''
let homes = 0
beforeEach(() => {
  homes += 1
  home = `203.0.113.${homes}`
})
const from = (ip: string) => ({ origin: '', 'cf-connecting-ip': ip })
const db = () => openDb(env.DB)
const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()

type Call = { licenceKey: string; deviceId: string; product: string | number }
type Refused = { reason: string }

/** A call as a script sends it: no cookie, no Origin. */
const call = (verb: 'activate' | 'check' | 'deactivate', body: Call, ip = home) =>
  visitor().post<LicenceAnswer & Refused>(`/api/licences/${verb}`, body, from(ip))
const said = ({ status, data }: Answer<Refused>) => (status === 200 ? 'fine' : `${status} ${data?.reason}`)

const listOf = async (user: SignedIn) => (await user.get<Licence[]>('/api/user/licences')).data
async function ownLicence(user: SignedIn): Promise<Licence> {
  const [own] = await listOf(user)
  if (!own) throw new Error('No licence is listed')
  return own
}

async function aBuyer(productId?: number, type: 'one-time' | 'subscription' = 'one-time') {
  const user = await aUser()
  const product = productId ?? (await aProduct()).id
  const { paymentId } = await bought(user, product, type)
  const licence = await ownLicence(user)
  const device = (deviceId: string): Call => ({
    licenceKey: licence.licenceKey,
    deviceId: `device-${deviceId}`,
    product,
  })
  return { user, product, paymentId, licence, device }
}

/** Makes a change at Stripe and delivers all its events. */
async function atStripe<T = unknown>(path: string, body: Record<string, unknown> = {}): Promise<T> {
  let answer: unknown
  const events = await sandbox.eventsOf(async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await env.SANDBOX?.fetch(`${SHOP}/sandbox/stripe/${path}`, init)
    answer = await response?.json()
  })
  for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
  return answer as T
}
const intentOf = async (paymentId: number) => {
  const row = await env.DB.prepare('SELECT intent_id AS id FROM payments WHERE id = ?')
    .bind(paymentId)
    .first<{ id: string }>()
  return { payment_intent: row?.id ?? 'none' }
}

describe('a licence', () => {
  test('comes with the purchase: two devices at one address, or five anywhere for a subscription', async () => {
    const user = await aUser()
    await bought(user, (await aProduct()).id)
    await bought(user, PREMIUM_ID, 'subscription')
    await bought(user, LIFETIME_ID)
    const listed = await listOf(user)
    expect(
      listed.map(({ product, deviceLimit, sameNetwork, status }) => [
        product.id,
        deviceLimit,
        sameNetwork,
        status,
      ]),
    ).toEqual([
      [LIFETIME_ID, 2, true, 'active'],
      [PREMIUM_ID, 5, false, 'active'],
      [expect.any(Number), 2, true, 'active'],
    ])
    expect(new Set(listed.map(({ licenceKey }) => licenceKey)).size).toBe(3)
    for (const { licenceKey } of listed) expect(licenceKey).toMatch(/^WF(-[2-9A-HJ-NP-Z]{5}){6}$/)
    expect(await listOf(await aUser())).toEqual([])
  })

  test('is listed page by page, newest first, each with its own devices', async () => {
    const user = await aUser()
    for (let n = 0; n < 3; n++) await bought(user, (await aProduct()).id)
    const all = await listOf(user)
    for (const { licenceKey, product } of all)
      await call('activate', { licenceKey, product: product.slug, deviceId: `device-of-${product.id}` })
    const seen: Licence[] = []
    let cursor: number | null = null
    do {
      const page: Answer<Licence[]> = await user.get<Licence[]>(
        `/api/user/licences?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...page.data)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    for (const { devices, product } of seen)
      expect(devices).toMatchObject([{ network: home, suffix: `device-of-${product.id}`.slice(-6) }])
  })

  test('of a subscription stays the same after a renewal', async () => {
    const { user, licence } = await aBuyer(PREMIUM_ID, 'subscription')
    const [row] = (
      await run('SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ?', user.id)
    ).results as { id: string }[]
    await atStripe(`subscriptions/${row?.id}/renew`)
    const after = await listOf(user)
    expect(after.map(({ id, licenceKey }) => [id, licenceKey])).toEqual([[licence.id, licence.licenceKey]])
    expect(Date.parse(after[0]?.validUntil ?? '')).toBeGreaterThan(Date.parse(licence.validUntil ?? ''))
  })

  test('is revoked by a full refund and by a dispute; a won dispute restores it with its devices', async () => {
    const { user, paymentId, device } = await aBuyer()
    expect(said(await call('activate', device('one')))).toBe('fine')
    const dispute = await atStripe<{ id: string }>('disputes', await intentOf(paymentId))
    expect((await ownLicence(user)).status).toBe('revoked')
    for (const verb of ['check', 'activate'] as const)
      expect(said(await call(verb, device('one')))).toBe('403 revoked')
    await atStripe(`disputes/${dispute.id}/won`)
    expect((await ownLicence(user)).status).toBe('active')
    expect(said(await call('check', device('one')))).toBe('fine')
    await atStripe('refunds', { ...(await intentOf(paymentId)), amount: 100 })
    expect(said(await call('check', device('one'))), 'a part of the money back ends nothing').toBe('fine')
    await atStripe('refunds', await intentOf(paymentId))
    expect(said(await call('check', device('one')))).toBe('403 revoked')
    const { results } = await run(
      'SELECT revoked_at AS at FROM licences WHERE id = ?',
      (await ownLicence(user)).id,
    )
    expect(results).toEqual([{ at: expect.any(Number) }])
  })

  test('of an unpaid subscription lasts through the grace period, then expires; a payment restores it', async () => {
    const { user, device } = await aBuyer(PREMIUM_ID, 'subscription')
    const [row] = (
      await run('SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ?', user.id)
    ).results as { id: string }[]
    expect((await call('activate', device('one'))).data.status).toBe('active')
    await atStripe(`subscriptions/${row?.id}/fail`)
    const late = (await call('check', device('one'))).data
    expect(late.status).toBe('grace')
    expect((Date.parse(late.validUntil ?? '') - Date.now()) / DAY).toBeCloseTo(5, 1)
    await run('UPDATE subscriptions SET past_due_since = ? WHERE user_id = ?', Date.now() - 6 * DAY, user.id)
    expect(said(await call('check', device('one')))).toBe('403 expired')
    expect((await ownLicence(user)).status).toBe('expired')
    await atStripe(`subscriptions/${row?.id}/renew`)
    expect((await call('check', device('one'))).data.status).toBe('active')
    await atStripe(`subscriptions/${row?.id}/cancel`)
    expect(said(await call('check', device('one')))).toBe('403 expired')
  })

  test('is issued for grants from before there were licences, and for grants by hand', async () => {
    const reader = await aReader()
    const product = await aProduct()
    await owns(reader, product.id)
    await run(
      `INSERT INTO user_scripts (user_id, script_id, access_type, purchased_at, created_at, updated_at)
       VALUES (?1, ?2, 'admin', 1, 1, 1), (?1, ?3, 'free', 1, 1, 1)`,
      reader.id,
      PREMIUM_ID,
      product.id,
    )
    const owned = () =>
      run(
        `SELECT l.device_limit AS devices, l.revoked_at AS revoked FROM licences l JOIN user_scripts g ON g.id = l.grant_id
         WHERE g.user_id = ? ORDER BY g.id`,
        reader.id,
      )
    await ring(EVERY_FIVE_MINUTES)
    await ring(EVERY_FIVE_MINUTES)
    const issued = [2, 5, 2].map((devices) => ({ devices, revoked: null }))
    expect((await owned()).results).toEqual(issued)
    await run("UPDATE user_scripts SET is_active = 0, status = 'revoked' WHERE user_id = ?", reader.id)
    await ring(EVERY_FIVE_MINUTES)
    expect((await owned()).results).toEqual(issued.map((one) => ({ ...one, revoked: expect.any(Number) })))
    const [{ id }] = (await run('SELECT id FROM user_scripts WHERE user_id = ? LIMIT 1', reader.id))
      .results as [{ id: number }]
    await commit(db(), [issueLicence(db(), id, Date.now())])
    expect((await owned()).results).toHaveLength(3)
  })
})

describe('a script', () => {
  // spec: devices
  test('runs on as many devices as the licence allows, and is refused with a reason on one more', async () => {
    const { user, device } = await aBuyer()
    const first = await call('activate', device('one'))
    expect([first.status, first.data]).toEqual([
      200,
      { status: 'active', deviceLimit: 2, devicesUsed: 1, validUntil: null, lease: expect.any(String) },
    ])
    expect((await call('activate', device('one'))).data.devicesUsed).toBe(1)
    expect((await call('activate', device('two'))).data.devicesUsed).toBe(2)
    const third = await call('activate', device('three'))
    expect([said(third), third.message]).toEqual([
      '403 device-limit',
      expect.stringMatching(/Release a device/),
    ])
    expect(said(await call('check', device('three')))).toBe('403 not-registered')
    expect((await call('check', device('two'))).data.devicesUsed).toBe(2)
    expect((await ownLicence(user)).devices).toHaveLength(2)
    expect(first.text + third.text).not.toMatch(new RegExp(`${user.username}|${user.email}|"userId"`))
  })

  test('of one product is not opened by the licence of another; a plan’s licence opens its products', async () => {
    const [mine, other] = [await aProduct(), await aProduct()]
    const { device } = await aBuyer(mine.id)
    expect(said(await call('activate', { ...device('one'), product: mine.slug }))).toBe('fine')
    expect(said(await call('activate', { ...device('one'), product: String(mine.id) }))).toBe('fine')
    expect(said(await call('activate', { ...device('one'), product: other.id }))).toBe('403 unknown-licence')
    const premium = await aBuyer(PREMIUM_ID, 'subscription')
    expect(said(await call('activate', { ...premium.device('one'), product: other.slug }))).toBe('fine')
    expect(said(await call('activate', { ...premium.device('one'), product: LIFETIME_ID }))).toBe(
      '403 unknown-licence',
    )
  })

  test('gets the same response for an unknown key as for a key of another product', async () => {
    const { device } = await aBuyer()
    const other = await aProduct()
    const made = { ...device('one'), licenceKey: `WF${'-22222'.repeat(6)}` }
    const calls = [
      made,
      { ...made, licenceKey: 'nonsense' },
      { ...made, licenceKey: '' },
      { ...device('one'), product: other.slug },
      { ...device('one'), product: 'no-such-product' },
      { ...device('one'), product: 987_654 },
    ]
    for (const verb of ['activate', 'check'] as const) {
      const answers = await Promise.all(calls.map((one) => call(verb, one)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(said(answers[0] as Answer<Refused>)).toBe('403 unknown-licence')
    }
  })

  test('may send its key with spaces around it or in lower case', async () => {
    const { licence, device } = await aBuyer()
    const typed = { ...device('one'), licenceKey: ` ${licence.licenceKey.toLowerCase()}\n` }
    expect(said(await call('activate', typed))).toBe('fine')
  })

  test('at another address is refused with a one-time licence, and not with a subscription', async () => {
    const { device } = await aBuyer()
    await call('activate', device('one'))
    expect(said(await call('activate', device('two'), '198.51.100.9'))).toBe('403 other-network')
    expect(said(await call('activate', device('two')))).toBe('fine')
    expect(said(await call('check', device('two'), '198.51.100.9')), 'both in use').toBe('403 other-network')
    const premium = await aBuyer(PREMIUM_ID, 'subscription')
    for (const [n, ip] of [home, '198.51.100.9', '2001:db8::1', '192.0.2.1', '192.0.2.2'].entries())
      expect(said(await call('activate', premium.device(`number-${n}`), ip))).toBe('fine')
    expect(said(await call('activate', premium.device('number-6')))).toBe('403 device-limit')
  })

  test('is accepted anywhere in one IPv6 network, and at a new address after an hour without use', async () => {
    const { user, device } = await aBuyer()
    await call('activate', device('one'), '2001:db8:1:2::a')
    expect(said(await call('activate', device('two'), '2001:db8:1:2:ffff::b'))).toBe('fine')
    const elsewhere = '2001:db8:1:3::a'
    expect(said(await call('check', device('one'), elsewhere))).toBe('403 other-network')
    await run('UPDATE activations SET last_seen_at = ?', Date.now() - 2 * HOUR)
    expect(said(await call('check', device('one'), elsewhere))).toBe('fine')
    expect(said(await call('check', device('two'), '2001:db8:1:2::a'))).toBe('403 other-network')
    expect(said(await call('check', device('two'), elsewhere))).toBe('fine')
    expect((await ownLicence(user)).devices.map(({ network }) => network)).toEqual(
      Array(2).fill('2001:db8:1:3::/64'),
    )
  })

  // invariant: device-limit
  test('gets the last place exactly once where fifty devices request it at once', async () => {
    const { user, device } = await aBuyer()
    await call('activate', device('one'))
    const racers = Array.from({ length: 50 }, (_, n) => call('activate', device(`racer-${n}`)))
    const outcomes = (await Promise.all(racers)).map(said)
    expect(outcomes.filter((outcome) => outcome === 'fine')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === '403 device-limit')).toHaveLength(49)
    expect((await ownLicence(user)).devices).toHaveLength(2)
  }, 20_000)

  test('started many times at once on one device takes one place; at many addresses one start succeeds', async () => {
    const same = await aBuyer()
    const again = Array.from({ length: 10 }, () => call('activate', same.device('one')))
    expect(new Set((await Promise.all(again)).map(said))).toEqual(new Set(['fine']))
    expect((await ownLicence(same.user)).devices).toHaveLength(1)
    const spread = await aBuyer()
    const racers = Array.from({ length: 10 }, (_, n) =>
      call('activate', spread.device(`racer-${n}`), `198.51.100.${n + 1}`),
    )
    const outcomes = (await Promise.all(racers)).map(said)
    expect(outcomes.filter((outcome) => outcome === 'fine')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['fine', '403 other-network']))
  })

  test('releases its place, and the next device takes the lowest free one', async () => {
    const { licence, device } = await aBuyer()
    const slots = async () =>
      (
        await run(
          'SELECT device_id AS d, slot FROM activations WHERE licence_id = ? ORDER BY slot',
          licence.id,
        )
      ).results
    await call('activate', device('one'))
    await call('activate', device('two'))
    expect((await call('deactivate', device('one'))).status).toBe(200)
    expect((await call('deactivate', device('one'))).status, 'safe to repeat').toBe(200)
    expect(said(await call('check', device('one')))).toBe('403 not-registered')
    expect(said(await call('activate', device('three')))).toBe('fine')
    expect(await slots()).toEqual([
      { d: 'device-three', slot: 1 },
      { d: 'device-two', slot: 2 },
    ])
    const stranger = { ...device('two'), licenceKey: 'nonsense' }
    expect(said(await call('deactivate', stranger))).toBe('403 unknown-licence')
  })

  test('needs no Origin, and its body is validated', async () => {
    const { device } = await aBuyer()
    const foreign = await visitor().post('/api/licences/activate', device('one'), {
      origin: 'https://evil.test',
    })
    expect(foreign.status).toBe(200)
    const wrong = [
      { ...device('one'), deviceId: 'short' },
      { ...device('one'), deviceId: 'x'.repeat(129) },
      { ...device('one'), deviceId: 'has a space' },
      { ...device('one'), licenceKey: 'x'.repeat(101) },
      { deviceId: 'device-one', product: 2 },
      {},
    ]
    for (const body of wrong)
      expect((await visitor().post('/api/licences/activate', body, from(home))).status).toBe(400)
    const text = { 'content-type': 'text/plain', ...from(home) }
    expect((await visitor().fetch('POST', '/api/licences/check', text, '{}')).status).toBe(415)
  })

  test('that calls without pause gets 429: limited by key, and by address for unknown keys', async () => {
    stopClock()
    const { device } = await aBuyer()
    await call('activate', device('one'))
    const byKey = await Promise.all(
      Array.from({ length: 70 }, (_, n) => call('check', device('one'), `198.51.100.${n + 1}`)),
    )
    expect(byKey.some(({ status }) => status === 429)).toBe(true)
    const guesses = await Promise.all(
      Array.from({ length: 70 }, () =>
        call('activate', { ...device('one'), licenceKey: unique('guess') }, '192.0.2.77'),
      ),
    )
    const refused = guesses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  }, 30_000)
})

describe('a lease', () => {
  const keysNow = async (bindings = env) => {
    const answer = await visitor(bindings).fetch('GET', '/.well-known/jwks.json')
    const { keys } = (await answer.json()) as JSONWebKeySet
    return { answer, keys }
  }
  const readLease = async (lease: string) => {
    const { keys } = await keysNow()
    return jwtVerify(lease, createLocalJWKSet({ keys }), { algorithms: ['RS256'] })
  }
  const issued = async (verb: 'activate' | 'check', body: Call) => {
    const { data } = await call(verb, body)
    return readLease(data.lease)
  }

  test('comes with activate and check: for this licence, product and device, seven days from now', async () => {
    const { licence, device, product } = await aBuyer()
    for (const verb of ['activate', 'check'] as const) {
      const before = Math.floor(Date.now() / 1000)
      const { payload, protectedHeader } = await issued(verb, device('one'))
      expect(protectedHeader).toEqual({ alg: 'RS256', kid: (await keysNow()).keys[0]?.kid })
      const { iat = 0, ...claims } = payload
      expect(iat).toBeGreaterThanOrEqual(before)
      expect(claims).toEqual({
        iss: configOf(env).publicUrl,
        sub: String(licence.id),
        product: licence.product.slug,
        product_id: product,
        device: 'device-one',
        exp: iat + (7 * DAY) / 1000,
      })
    }
  })

  test('of a plan names the product that was asked for', async () => {
    const { device } = await aBuyer(PREMIUM_ID, 'subscription')
    const other = await aProduct()
    const { payload } = await issued('activate', { ...device('one'), product: other.slug })
    expect([payload.product, payload.product_id]).toEqual([other.slug, other.id])
  })

  test('that was changed, or is verified by another key, is refused', async () => {
    const { device } = await aBuyer()
    const { lease } = (await call('activate', device('one'))).data
    const [head = '', body = '', signature = ''] = lease.split('.')
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const longer = btoa(JSON.stringify({ ...claims, exp: claims.exp + DAY })).replaceAll('=', '')
    await expect(readLease(`${head}.${longer}.${signature}`)).rejects.toThrow('signature verification')
    const { publicKey } = await generateKeyPair('RS256')
    await expect(jwtVerify(lease, publicKey)).rejects.toThrow('signature verification')
  })

  test('is not renewed after a refund, and the lease from before stays valid', async () => {
    const { paymentId, device } = await aBuyer()
    const { lease } = (await call('activate', device('one'))).data
    await atStripe('refunds', await intentOf(paymentId))
    for (const verb of ['check', 'activate'] as const) {
      const { status, data } = await call(verb, device('one'))
      expect([status, data]).toEqual([403, { reason: 'revoked' }])
    }
    expect((await readLease(lease)).payload.device).toBe('device-one')
  })

  test('is not renewed for a released or an unknown device, nor after the end of a subscription', async () => {
    const { user, licence, device } = await aBuyer(PREMIUM_ID, 'subscription')
    const { lease } = (await call('activate', device('one'))).data
    const unknown = await call('check', device('two'))
    expect([unknown.status, unknown.data]).toEqual([403, { reason: 'not-registered' }])
    const [held] = (await ownLicence(user)).devices
    await user.delete(`/api/user/licences/${licence.id}/devices/${held?.id}`)
    const released = await call('check', device('one'))
    expect([released.status, released.data]).toEqual([403, { reason: 'not-registered' }])
    await call('activate', device('one'))
    await run(
      "UPDATE subscriptions SET current_period_end = ?, status = 'canceled' WHERE user_id = ?",
      Date.now() - 5 * DAY,
      user.id,
    )
    const ended = await call('check', device('one'))
    expect([ended.status, ended.data]).toEqual([403, { reason: 'expired' }])
    expect((await readLease(lease)).payload.device).toBe('device-one')
  })

  test('is verified by the public keys at /.well-known/jwks.json, the previous one among them', async () => {
    const { answer, keys } = await keysNow()
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(keys).toEqual([
      { kty: 'RSA', use: 'sig', alg: 'RS256', kid: expect.any(String), n: expect.any(String), e: 'AQAB' },
    ])
    const [present] = keys as [JWK]
    expect(present.kid).toBe(await calculateJwkThumbprint(present))
    const { publicKey } = await generateKeyPair('RS256')
    const previous = await exportJWK(publicKey)
    const rotated = { ...env, LEASE_PREVIOUS_KEY: JSON.stringify({ ...previous, kid: 'any' }) }
    const kid = await calculateJwkThumbprint(previous)
    const both = await keysNow(rotated)
    expect(both.keys).toMatchObject([present, { kid, n: previous.n }])
  })

  test('needs an RSA key of 2048 bits or more, otherwise the shop answers 503', async () => {
    const get = (vars: object) => visitor({ ...env, ...vars }).fetch('GET', '/.well-known/jwks.json')
    for (const LEASE_SIGNING_KEY of ['', 'x', 'A'.repeat(1624)])
      expect((await get({ LEASE_SIGNING_KEY })).status).toBe(503)
    const lines = env.LEASE_SIGNING_KEY.replace(/.{64}/g, '$&\n')
    const pem = `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`
    expect((await get({ LEASE_SIGNING_KEY: pem })).status).toBe(200)
    expect((await get({ LEASE_PREVIOUS_KEY: '{}' })).status).toBe(503)
    expect((await get({ LEASE_PREVIOUS_KEY: '' })).status).toBe(200)
  })

  test('and the licence key are explained in the receipt', async () => {
    const { bindings, sent } = withPausedQueue()
    const user = await aUser({ bindings })
    await bought(user, (await aProduct()).id)
    await consume(sent)
    const [mail] = await sandbox.mails(user.email)
    expect(mail?.text).toContain((await ownLicence(user)).licenceKey)
    expect(mail?.text).toContain('keeps running for up to 7 days')
  })
})

describe('the customer', () => {
  const release = (who: SignedIn, id: number, deviceId: number) =>
    who.delete(`/api/user/licences/${id}/devices/${deviceId}`)

  test('sees a new device at once, in every tab', async () => {
    const { user, device } = await aBuyer()
    const socket = await connect(user)
    await call('activate', device('one'))
    await until(() => socket.texts.some((text) => text.includes('dashboard_refresh')))
    const heard = socket.texts.filter((text) => text.includes('dashboard_refresh')).length
    await call('activate', device('one'))
    await call('check', device('one'))
    expect(socket.texts.filter((text) => text.includes('dashboard_refresh'))).toHaveLength(heard)
  })

  test('releases a device and makes room for another, three times a day', async () => {
    stopClock()
    const { user, licence, device } = await aBuyer()
    for (let n = 0; n < 4; n++) {
      expect(said(await call('activate', device(`number-${n}`)))).toBe('fine')
      const [held] = (await ownLicence(user)).devices
      const answer = await release(user, licence.id, held?.id ?? 0)
      if (n < 3) expect([answer.status, answer.message]).toEqual([200, 'The device was released.'])
      else {
        expect(answer.status).toBe(429)
        expect(answer.message).toBe('You can release 3 devices a day. Try again in 8 hours.')
      }
    }
    expect((await call('deactivate', device('number-3'))).status, 'the script’s own way counts too').toBe(429)
    expect((await ownLicence(user)).devices).toHaveLength(1)
  })

  test('can use another address once all devices are released', async () => {
    const { user, licence, device } = await aBuyer()
    await call('activate', device('one'))
    expect(said(await call('activate', device('two'), '198.51.100.9'))).toBe('403 other-network')
    await release(user, licence.id, (await ownLicence(user)).devices[0]?.id ?? 0)
    expect(said(await call('activate', device('two'), '198.51.100.9'))).toBe('fine')
    expect(said(await call('activate', device('one')))).toBe('403 other-network')
  })

  test('gets 404 for another user’s licence or device', async () => {
    const [one, other] = [await aBuyer(), await aBuyer()]
    await call('activate', one.device('one'))
    const [held] = (await ownLicence(one.user)).devices
    const foreign = await release(other.user, one.licence.id, held?.id ?? 0)
    const mixed = await release(other.user, other.licence.id, held?.id ?? 0)
    const absent = await release(other.user, 987_654, 987_654)
    expect([foreign.status, foreign.text, mixed.text]).toEqual([404, absent.text, absent.text])
    const key = await other.user.post(`/api/user/licences/${one.licence.id}/new-key`)
    expect(key.status).toBe(404)
    expect((await ownLicence(one.user)).licenceKey).toBe(one.licence.licenceKey)
    expect((await ownLicence(one.user)).devices).toHaveLength(1)
  })

  test('replaces a key that leaked, once a day: the old key is refused, and its devices are released', async () => {
    stopClock()
    const { user, licence, device } = await aBuyer()
    await call('activate', device('one'))
    const renewed = await user.post<{ licenceKey: string }>(`/api/user/licences/${licence.id}/new-key`)
    expect(renewed.status).toBe(200)
    const after = await ownLicence(user)
    expect([after.licenceKey, after.devices]).toEqual([renewed.data.licenceKey, []])
    expect(after.licenceKey).not.toBe(licence.licenceKey)
    for (const verb of ['check', 'activate'] as const)
      expect(said(await call(verb, device('one')))).toBe('403 unknown-licence')
    const call2 = { ...device('one'), licenceKey: after.licenceKey }
    expect(said(await call('activate', call2, '198.51.100.9'))).toBe('fine')
    const again = await user.post(`/api/user/licences/${licence.id}/new-key`)
    expect([again.status, again.message]).toEqual([
      429,
      'A licence gets one new key a day. Try again in 24 hours.',
    ])
  })

  test('gets no new key for a licence that was revoked', async () => {
    const { user, licence, paymentId } = await aBuyer()
    await atStripe('refunds', await intentOf(paymentId))
    const refused = await user.post(`/api/user/licences/${licence.id}/new-key`)
    expect([refused.status, (await ownLicence(user)).licenceKey]).toEqual([409, licence.licenceKey])
  })
})

test('deleting an account revokes its licences and deletes its devices with their addresses', async () => {
  const { user, licence, device } = await aBuyer()
  await call('activate', device('one'))
  const body = JSON.stringify({ password: user.password })
  const headers = { 'content-type': 'application/json' }
  expect((await user.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
  const left = await run('SELECT id FROM activations WHERE licence_id = ?', licence.id)
  expect(left.results).toEqual([])
  for (const verb of ['check', 'activate'] as const)
    expect(said(await call(verb, device('one')))).toBe('403 revoked')
})

test('a device is deleted 90 days after its licence was revoked or its subscription ended, not before', async () => {
  const [revoked, recent, ended, alive] = [
    await aBuyer(),
    await aBuyer(),
    await aBuyer(PREMIUM_ID, 'subscription'),
    await aBuyer(),
  ]
  for (const { device } of [revoked, recent, ended, alive]) await call('activate', device('one'))
  const [long, short] = [Date.now() - 91 * DAY, Date.now() - 89 * DAY]
  for (const [{ licence, paymentId }, at] of [
    [revoked, long],
    [recent, short],
  ] as const) {
    await run("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE payment_id = ?", paymentId)
    await run('UPDATE licences SET revoked_at = ? WHERE id = ?', at, licence.id)
  }
  await run(
    "UPDATE subscriptions SET current_period_end = ?1, updated_at = ?2, status = 'canceled' WHERE user_id = ?3",
    long,
    Date.now(),
    ended.user.id,
  )
  await ring(EVERY_FIVE_MINUTES)
  const left = async ({ user }: { user: SignedIn }) => (await ownLicence(user)).devices.length
  expect(await Promise.all([revoked, recent, ended, alive].map(left))).toEqual([0, 1, 0, 1])
}, 20_000)
