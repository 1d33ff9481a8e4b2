import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#shared/core/time.ts'
import type { CryptoProvider } from '#shared/payments/contract.ts'
import { hmacSha256 } from '../../../core/tokens.ts'
import type { Env } from '../../../providers/env.ts'
import { charge, takingAt } from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { aProduct } from '../../../testing/products.ts'
import { booksOf, buy, deliver, postWebhook, sign } from '../../../testing/purchases.ts'
import { type SandboxEvent, type Signed, sandbox } from '../../../testing/sandbox.ts'
import { unique } from '../../../testing/shop.ts'

beforeAll(sandbox.calm)

/** Values that no provider sends in place of the usual one; `undefined` leaves the field out. */
const ODD = [
  undefined,
  null,
  0,
  '',
  true,
  [],
  {},
  'a\u0000b',
  '\ud800',
  '__proto__',
  'constructor',
  'x'.repeat(600),
]

type Json = { [name: string]: unknown }

/** The body with one field replaced, for each field down to three levels and each odd value. */
function* oddBodies(body: Json, depth = 3): Generator<Json> {
  for (const [name, value] of Object.entries(body)) {
    for (const odd of ODD) yield { ...body, [name]: odd }
    if (depth > 1 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const inner of oddBodies(value as Json, depth - 1)) yield { ...body, [name]: inner }
    }
  }
}

const signers: Record<string, (payload: string) => Promise<Signed>> = {
  stripe: (payload) => sign(payload),
  async coinbase(payload) {
    const t = Math.floor(Date.now() / 1000)
    const mac = await hmacSha256(env.COINBASE_WEBHOOK_SECRET ?? '', `${t}.${payload}`)
    return {
      payload,
      header: '',
      provider: 'coinbase',
      headers: { 'x-hook0-signature': `t=${t},v0=${mac.toHex()}` },
    }
  },
  async btcpay(payload) {
    const mac = await hmacSha256(env.BTCPAY_WEBHOOK_SECRET ?? '', payload)
    return { payload, header: '', provider: 'btcpay', headers: { 'btcpay-sig': `sha256=${mac.toHex()}` } }
  },
  async resend(payload) {
    const [id, t] = [unique('msg'), Math.floor(Date.now() / 1000)]
    const key = Uint8Array.fromBase64(env.RESEND_WEBHOOK_SECRET.replace('whsec_', ''))
    const mac = await hmacSha256(key, `${id}.${t}.${payload}`)
    const headers = { 'svix-id': id, 'svix-timestamp': String(t), 'svix-signature': `v1,${mac.toBase64()}` }
    return { payload, header: '', provider: 'resend', headers }
  },
}

async function eventsOfCharge(name: CryptoProvider): Promise<SandboxEvent[]> {
  const user = await aUser({ bindings: takingAt(name) })
  const { checkoutId } = await charge(user, (await aProduct()).id)
  return sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId))
}

async function aCardEvent(): Promise<SandboxEvent[]> {
  const { checkoutId } = await buy(await aUser(), (await aProduct()).id)
  return sandbox.eventsOf(() => sandbox.pay(checkoutId))
}

const sources: [string, () => Promise<SandboxEvent[]>, Env][] = [
  ['stripe', aCardEvent, env],
  ['coinbase', () => eventsOfCharge('coinbase'), takingAt('coinbase')],
  ['btcpay', () => eventsOfCharge('btcpay'), takingAt('btcpay')],
]

describe('a signed body with a missing or odd field', () => {
  test.each(sources)('of %s is stored or refused, never answered with a 5xx', async (name, happen, base) => {
    const bindings = { ...base, EVENTS: { send: async () => undefined } as unknown as Env['EVENTS'] }
    const [event] = await happen()
    const { payload } = await sandbox.signed(event?.id ?? '')
    const wrong: unknown[] = []
    for (const odd of [...oddBodies(JSON.parse(payload) as Json), null, 1, 'x', [], {}]) {
      const signed = await signers[name]?.(JSON.stringify(odd))
      const answer = await postWebhook(signed as Signed, bindings)
      if (answer.status !== 200 && answer.status !== 400) wrong.push([answer.status, odd])
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })

  test('of Stripe without an id is refused, and stored nowhere', async () => {
    const [event] = await aCardEvent()
    const { payload } = await sandbox.signed(event?.id ?? '')
    const { id: _, ...body } = JSON.parse(payload) as Json
    const before = await env.DB.prepare('SELECT count(*) AS n FROM webhook_events').first('n')
    expect((await postWebhook(await sign(JSON.stringify(body)))).status).toBe(400)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM webhook_events').first('n')).toBe(before)
  })

  const report = {
    type: 'email.bounced',
    data: {
      email_id: 'x',
      to: ['a@mail.test'],
      tags: { delivery: '1' },
      bounce: { type: 'Permanent', message: 'gone' },
      suppressed: { message: 'x' },
      failed: { reason: 'x' },
    },
  }
  test('of Resend is followed, ignored or refused, never answered with a 5xx', async () => {
    const wrong: unknown[] = []
    for (const odd of [...oddBodies(report), null, 1, 'x', [], {}]) {
      const answer = await postWebhook((await signers.resend?.(JSON.stringify(odd))) as Signed)
      if (answer.status !== 200 && answer.status !== 400) wrong.push([answer.status, odd])
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })

  test.each(['__proto__', 'constructor', 'toString'])(
    'of Resend with the type %s is ignored',
    async (type) => {
      const answer = await postWebhook(
        (await signers.resend?.(JSON.stringify({ ...report, type }))) as Signed,
      )
      expect([answer.status, await answer.json()]).toEqual([200, { success: true, message: 'ignored' }])
    },
  )
})

describe('a Stripe signature', () => {
  const signedAt = async (t: string) => {
    const payload = JSON.stringify({ id: unique('evt'), type: 'x', livemode: false, data: { object: {} } })
    const mac = await hmacSha256(env.STRIPE_WEBHOOK_SECRET, `${t}.${payload}`)
    return (await postWebhook({ payload, header: `t=${t},v1=${mac.toHex()}` })).status
  }
  const at = (ms: number) => String(Math.floor((Date.now() + ms) / 1000))

  test('of now, or of four minutes from now, is accepted', async () => {
    expect(await Promise.all([0, -4 * MINUTE, 4 * MINUTE].map((ms) => signedAt(at(ms))))).toEqual([
      200, 200, 200,
    ])
  })

  test.each([
    ['six minutes ahead', () => at(6 * MINUTE)],
    ['a year ahead', () => at(365 * DAY)],
    ['six minutes old', () => at(-6 * MINUTE)],
    ['not a number', () => 'NaN'],
    ['negative', () => '-1'],
    ['empty', () => ''],
    ['in exponents', () => '1e12'],
    ['with more after it', () => `${at(0)}x`],
  ])('whose time is %s is refused', async (_, t) => {
    expect(await signedAt(t())).toBe(400)
  })
})

test('an event of Stripe’s live mode at a shop with a test key is recorded and settles nothing', async () => {
  const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct()).id)
  const [event] = (await sandbox.eventsOf(() => sandbox.pay(checkoutId))).filter(
    ({ type }) => type === 'checkout.session.completed',
  )
  const { payload } = await sandbox.signed(event?.id ?? '')
  const live = JSON.stringify({ ...JSON.parse(payload), livemode: true })
  expect((await deliver(await sign(live))).status).toBe(200)
  const row = await env.DB.prepare('SELECT outcome FROM webhook_events WHERE event_id = ?')
    .bind(event?.id ?? '')
    .first('outcome')
  expect(row).toBe('ignored: test and live mode differ')
  expect((await booksOf(paymentId)).payment?.status).toBe('pending')
})
