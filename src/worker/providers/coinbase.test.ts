import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#shared/core/time.ts'
import { hmacSha256 } from '../core/tokens.ts'
import { anOrder } from '../testing/purchases.ts'
import { sandbox } from '../testing/sandbox.ts'
import { coinbaseProvider } from './coinbase.ts'
import { configOf } from './config.ts'
import type { CoinbaseConfig } from './crypto-config.ts'
import { outsideFetch } from './outside.ts'
import type { About, CheckoutOrder } from './payment-provider.ts'
import { ProviderDown, ProviderRefused } from './payment-provider.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

const settings = configOf(env).coinbase as CoinbaseConfig
const outside = outsideFetch(env)
const coinbase = coinbaseProvider(settings, outside)

const opened = async (change: Partial<CheckoutOrder> = {}) =>
  (await coinbase.createCheckout(anOrder(change))).checkoutId
const checkoutOf = async (id: string) => (await sandbox.coinbaseCheckouts()).find((one) => one.id === id)

async function all(since: number): Promise<About[]> {
  const found: About[] = []
  for await (const about of coinbase.listSince(since)) found.push(about)
  return found
}

describe('a checkout', () => {
  test('asks for the price in USDC, contains our reference, and is the same for the same order', async () => {
    const order = anOrder({ amountCents: 10_050 })
    const made = await Promise.all([coinbase.createCheckout(order), coinbase.createCheckout(order)])
    expect(made[0]).toEqual(made[1])
    expect(made[0].expiresAt).toBe(order.expiresAt)
    expect(await checkoutOf(made[0].checkoutId)).toMatchObject({
      amount: '100.50',
      currency: 'USDC',
      network: 'base',
      status: 'ACTIVE',
      url: made[0].url,
      metadata: { payment_reference: order.reference },
      successRedirectUrl: order.successUrl,
      failRedirectUrl: order.cancelUrl,
    })
    await expect(coinbase.createCheckout({ ...order, amountCents: 1 })).rejects.toThrow(ProviderRefused)
  })

  test('is observed in each of its states', async () => {
    const id = await opened()
    expect(await coinbase.observe(id)).toEqual({ kind: 'open' })
    await sandbox.cryptoPayUnconfirmed(id)
    expect(await coinbase.observe(id)).toEqual({ kind: 'processing' })
    await sandbox.cryptoConfirm(id)
    const transactionId = (await checkoutOf(id))?.transactionHash
    expect(await coinbase.observe(id)).toEqual({
      kind: 'paid',
      amountCents: 4900,
      currency: 'usd',
      transactionId,
      intentId: id,
      email: null,
      subscription: null,
      period: null,
      receivedCents: 4900,
      refundedCents: 0,
      failedRefundIds: [],
      pendingOutsideCents: 0,
      disputed: 'no',
    })
    const failed = await opened()
    await sandbox.cryptoDecline(failed)
    expect(await coinbase.observe(failed)).toEqual({ kind: 'failed' })
    const expired = await opened()
    await sandbox.cryptoExpire(expired)
    expect(await coinbase.observe(expired)).toEqual({ kind: 'expired' })
    expect(await coinbase.observe('0123456789abcdef01234567')).toEqual({ kind: 'unknown' })
  })

  test('with another amount or currency than ordered is reported with that amount and currency', async () => {
    const id = await opened()
    await sandbox.faults({ tamper: { amount: 100, currency: 'eur' } })
    await sandbox.cryptoPay(id)
    expect(await coinbase.observe(id)).toMatchObject({ kind: 'paid', amountCents: 100, currency: 'eur' })
  })

  test('that is closed cannot be paid; closing a paid, closed or unknown one changes nothing', async () => {
    const closed = await opened()
    await coinbase.expireCheckout(closed)
    await coinbase.expireCheckout(closed)
    expect(await coinbase.observe(closed)).toEqual({ kind: 'expired' })
    await sandbox.cryptoPay(closed)
    expect(await coinbase.observe(closed)).toEqual({ kind: 'expired' })
    const paid = await opened()
    await sandbox.cryptoPay(paid)
    await coinbase.expireCheckout(paid)
    expect(await coinbase.observe(paid)).toMatchObject({ kind: 'paid' })
    await coinbase.expireCheckout('0123456789abcdef01234567')
  })
})

describe('a refund', () => {
  const refund = (checkoutId: string, amountCents: number, reference: string = crypto.randomUUID()) =>
    coinbase.refund({
      reference,
      checkoutId,
      intentId: checkoutId,
      amountCents,
      currency: 'usd',
      reason: 'asked',
      confirmClaim: async () => undefined,
    })

  test('requested twice is created once; partial refunds add up, and a failed refund no longer counts', async () => {
    const id = await opened()
    await sandbox.cryptoPay(id)
    const reference = crypto.randomUUID()
    const first = await refund(id, 1900, reference)
    expect(await refund(id, 1900, reference)).toEqual(first)
    expect(first.claimUrl).toBeNull()
    expect(await coinbase.observe(id)).toMatchObject({ kind: 'paid', refundedCents: 1900 })
    await refund(id, 3000)
    expect(await coinbase.observe(id)).toMatchObject({ kind: 'paid', refundedCents: 4900 })
    await sandbox.coinbaseRefundFails(id, first.refundId)
    expect(await coinbase.observe(id)).toMatchObject({
      kind: 'paid',
      refundedCents: 3000,
      failedRefundIds: [expect.any(String)],
    })
    // A failed refund may be requested again with the same reference.
    expect((await refund(id, 1900, reference)).refundId).not.toBe(first.refundId)
  })

  test('of more than the remaining amount, or of an unpaid or unknown checkout, is refused', async () => {
    const id = await opened()
    await expect(refund(id, 100)).rejects.toThrow(ProviderRefused)
    await sandbox.cryptoPay(id)
    await expect(refund(id, 4901)).rejects.toThrow(ProviderRefused)
    await expect(refund('0123456789abcdef01234567', 1)).rejects.toThrow(ProviderRefused)
  })
})

test('listSince returns all checkouts created since then, over several pages, and older ones with refunds', async () => {
  const since = Date.now()
  const ids = await Promise.all(Array.from({ length: 103 }, () => opened()))
  const listed = (await all(since)).flatMap((about) => (about.kind === 'checkout' ? [about.checkoutId] : []))
  expect(listed).toEqual(expect.arrayContaining(ids))
  const [id = ''] = ids
  await sandbox.cryptoPay(id)
  await sandbox.coinbaseRefund(id, '10.00')
  const later = (await all(since + 2 * DAY)).filter((about) => about.kind === 'checkout')
  expect(later).toEqual([])
  const returned = (await all(since)).filter((about) => about.kind === 'checkout' && about.checkoutId === id)
  expect(returned).toHaveLength(2)
})

describe('a key', () => {
  const signedWith = (change: Partial<CoinbaseConfig>) =>
    coinbaseProvider({ ...settings, ...change }, outside)

  test('of another account throws an error that is no outage', async () => {
    const bytes = Uint8Array.fromBase64(settings.keySecret)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    for (const change of [{ keyId: 'another-key' }, { keySecret: bytes.toBase64() }]) {
      const refused = signedWith(change).observe('0123456789abcdef01234567')
      await expect(refused).rejects.toThrow('Coinbase refuses our key')
      await expect(refused).rejects.not.toThrow(ProviderDown)
    }
  })

  test('makes tokens for one call only: a missing token, one of another call and a forged one are refused', async () => {
    let seen = ''
    const listening: typeof fetch = (input, init) => {
      seen = new Headers(init?.headers).get('authorization') ?? ''
      return outside(input, init)
    }
    await coinbaseProvider(settings, listening).observe('0123456789abcdef01234567')
    const get = (path: string, authorization: string) =>
      outside(`https://business.coinbase.com/api/v1${path}`, { headers: { authorization } })
    expect((await get('/checkouts/0123456789abcdef01234567', seen)).status).toBe(404)
    expect((await get('/checkouts', seen)).status).toBe(401)
    expect((await get('/checkouts/0123456789abcdef01234567', '')).status).toBe(401)
    const [head, claims, signature] = seen.replace('Bearer ', '').split('.')
    expect(JSON.parse(atob(claims ?? ''))).toMatchObject({ iss: 'cdp', sub: settings.keyId })
    expect(JSON.parse(atob(head ?? ''))).toMatchObject({ alg: 'EdDSA', typ: 'JWT', kid: settings.keyId })
    const forged = `Bearer ${head}.${btoa(JSON.stringify({ iss: 'cdp' }))}.${signature}`
    expect((await get('/checkouts/0123456789abcdef01234567', forged)).status).toBe(401)
  })
})

test('a missing, lost or unreadable response throws ProviderDown, and a retry creates no second checkout', async () => {
  const order = anOrder()
  await sandbox.faults({ cryptoApi: 'fail', cryptoApiFailures: 1 })
  await expect(coinbase.createCheckout(order)).rejects.toThrow(ProviderDown)
  await sandbox.faults({ cryptoApi: 'fail-after-accept', cryptoApiFailures: 1 })
  await expect(coinbase.createCheckout(order)).rejects.toThrow(ProviderDown)
  const { checkoutId } = await coinbase.createCheckout(order)
  const made = (await sandbox.coinbaseCheckouts()).filter(
    ({ metadata }) => metadata?.payment_reference === order.reference,
  )
  expect(made.map(({ id }) => id)).toEqual([checkoutId])
  const answers =
    (answer: Response | Error): typeof fetch =>
    () =>
      answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  for (const answer of [new Error('no network'), new Response('<html>'), Response.json({ id: 1 })])
    await expect(coinbaseProvider(settings, answers(answer)).observe(checkoutId)).rejects.toThrow(
      ProviderDown,
    )
})

describe('a webhook', () => {
  async function aSuccess() {
    const id = await opened()
    const [event] = await sandbox.eventsOf(() => sandbox.cryptoPay(id))
    if (!event) throw new Error('Nothing was told')
    const { payload, headers = {} } = await sandbox.signed(event.id)
    return { id, event, payload, headers: new Headers(headers) }
  }

  test('with a valid signature is read with its subject and an id that is the same for each delivery', async () => {
    const { id, event, payload, headers } = await aSuccess()
    const reference = (await checkoutOf(id))?.metadata?.payment_reference
    const about = { kind: 'checkout', checkoutId: id, reference, hosted: null }
    const read = await coinbase.readWebhook(payload, headers)
    expect(read).toEqual({ eventId: event.id, type: 'checkout.payment.success', about })
    const again = (await sandbox.signed(event.id)).headers
    expect((await coinbase.readWebhook(payload, new Headers(again)))?.eventId).toBe(event.id)
    expect(coinbase.readStored(payload).about).toEqual(about)
  })

  test('with a signature that is missing, or of another secret, body, header or time, is refused', async () => {
    const { payload, headers } = await aSuccess()
    const signature = headers.get('x-hook0-signature') ?? ''
    const withHeaders = (change: Record<string, string>) => {
      const changed = new Headers(headers)
      for (const [name, value] of Object.entries(change)) changed.set(name, value)
      return changed
    }
    expect(await coinbase.readWebhook(payload, withHeaders({}))).not.toBeNull()
    expect(await coinbase.readWebhook(`${payload} `, headers)).toBeNull()
    const wrongs: Record<string, string>[] = [
      { 'x-hook0-signature': '' },
      { 'x-hook0-signature': signature.replace(/v1=./, 'v1=g') },
      {
        'x-hook0-signature': signature.replace(/t=\d+/, (t) => `${t.slice(0, -1)}${t.endsWith('0') ? 1 : 0}`),
      },
      { 'x-hook0-signature': signature.replace(/v\d=\w+/g, '') },
      { 'x-event-id': 'another' },
      { 'content-type': 'text/plain' },
    ]
    for (const wrong of wrongs)
      expect(await coinbase.readWebhook(payload, withHeaders(wrong)), JSON.stringify(wrong)).toBeNull()
    const other = coinbaseProvider({ ...settings, webhookSecret: 'another-secret' }, outside)
    expect(await other.readWebhook(payload, headers)).toBeNull()
    const without = new Headers(headers)
    without.delete('x-event-type')
    expect(await coinbase.readWebhook(payload, without)).toBeNull()
  })

  test('signed over time and body only is read, but its unsigned headers are ignored', async () => {
    const { id, payload, headers } = await aSuccess()
    const signed = async (at: number) => {
      const t = Math.floor(at / 1000)
      const v0 = (await hmacSha256(settings.webhookSecret, `${t}.${payload}`)).toHex()
      return new Headers({ 'x-hook0-signature': `t=${t},v0=${v0}`, 'x-event-id': 'whatever' })
    }
    const { updatedAt } = JSON.parse(payload)
    const read = await coinbase.readWebhook(payload, await signed(Date.now()))
    expect(read?.eventId).toBe(`${id}:checkout.payment.success:${updatedAt}`)
    expect(await coinbase.readWebhook(payload, await signed(Date.now() - 4 * MINUTE))).not.toBeNull()
    for (const stale of [Date.now() - 6 * MINUTE, Date.now() + 6 * MINUTE])
      expect(await coinbase.readWebhook(payload, await signed(stale))).toBeNull()
    // A signature over some headers covers only those.
    const t = Math.floor(Date.now() / 1000)
    const v1 = (
      await hmacSha256(settings.webhookSecret, `${t}.content-type.application/json.${payload}`)
    ).toHex()
    headers.set('x-hook0-signature', `t=${t},h=content-type,v1=${v1}`)
    headers.set('x-event-id', 'whatever')
    const some = await coinbase.readWebhook(payload, headers)
    expect(some?.eventId).toBe(`${id}:checkout.payment.success:${updatedAt}`)
  })
})
