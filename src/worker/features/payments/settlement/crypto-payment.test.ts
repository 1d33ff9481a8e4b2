import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIFETIME_ID } from '#shared/catalogue/contract.ts'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { CRYPTO_PROVIDERS, type CryptoProvider } from '#shared/payments/contract.ts'
import { batchOf } from '../../../db/account-batch.ts'
import { configOf } from '../../../providers/config.ts'
import { outsideFetch } from '../../../providers/outside.ts'
import type { About } from '../../../providers/payment-provider.ts'
import { aUser } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, deliver } from '../../../testing/purchases.ts'
import { reconcile } from '../../../testing/reconciling.ts'
import { type SandboxEvent, sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { checkOwnPayment } from '../checkout/check-own-payment.ts'
import { createPayment } from '../checkout/create-payment.ts'
import { sweepPayments } from '../unsettled/sweep-payments.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

/** An open payment of a new buyer at this provider. */
async function opened(provider: CryptoProvider) {
  const [client, product] = await Promise.all([aUser(), aProduct({ priceCents: 4900 })])
  const deps = depsOf()
  const input = {
    productId: product.id,
    provider,
    purchaseType: 'one-time' as const,
    email: client.email,
    clientPaymentId: unique('visit'),
  }
  const { id, url } = await createPayment(deps, batchOf(deps.db, client.id), input, Date.now())
  return { deps, client, paymentId: id, checkoutId: url.split('/').at(-1) ?? '', url }
}

async function deliverAll(events: SandboxEvent[]): Promise<void> {
  for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
}

describe.each(CRYPTO_PROVIDERS)('a payment in crypto at %s', (provider) => {
  test('is settled once by its webhooks, repeated and in any order', async () => {
    const { checkoutId, paymentId } = await opened(provider)
    const events = await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId))
    expect(events.length).toBeGreaterThan(0)
    await deliverAll(events.toReversed())
    await deliverAll(events)
    const books = await booksOf(paymentId)
    expect(books.payment).toMatchObject({
      status: 'completed',
      checkout_id: checkoutId,
      flagged_reason: null,
    })
    expect(books.grants).toHaveLength(1)
    expect(books.mails).toHaveLength(1)
    const stored = await env.DB.prepare('SELECT event_id FROM webhook_events WHERE provider = ?')
      .bind(provider)
      .all<{ event_id: string }>()
    const ids = stored.results.map((row) => row.event_id)
    for (const { id } of events) expect(ids.filter((one) => one === id)).toEqual([id])
  })

  test('is settled by the sweep where no webhook arrives', async () => {
    const { deps, checkoutId, paymentId } = await opened(provider)
    await sandbox.cryptoPay(checkoutId)
    await sweepPayments(deps, Date.now() + 2 * MINUTE)
    await deps.idle()
    const books = await booksOf(paymentId)
    expect([books.payment?.status, books.grants.length]).toEqual(['completed', 1])
  })

  test('is pending while the network confirms it, and then completes or fails', async () => {
    for (const [end, status] of [
      ['cryptoConfirm', 'completed'],
      ['cryptoLose', 'failed'],
    ] as const) {
      const { deps, client, checkoutId, paymentId } = await opened(provider)
      await sandbox.cryptoPayUnconfirmed(checkoutId)
      const seen = await checkOwnPayment(deps, batchOf(deps.db, client.id), paymentId, Date.now() + MINUTE)
      expect(seen?.payment.status).toBe('pending')
      await deliverAll(await sandbox.eventsOf(() => sandbox[end](checkoutId)))
      expect((await booksOf(paymentId)).payment?.status).toBe(status)
    }
  })

  test('of another amount is flagged and grants nothing', async () => {
    const { checkoutId, paymentId } = await opened(provider)
    await sandbox.faults({ tamper: { amount: 100 } })
    await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId)))
    const { payment, grants, alerts } = await booksOf(paymentId)
    expect([payment?.status, grants.length, alerts.length]).toEqual(['pending', 0, 1])
    expect(payment?.flagged_reason).toMatch(/\$1\.00 was paid|was paid at a page for \$1\.00/)
  })

  test('that is never paid expires', async () => {
    const { deps, checkoutId, paymentId } = await opened(provider)
    await sandbox.cryptoExpire(checkoutId)
    await sweepPayments(deps, Date.now() + HOUR)
    expect((await booksOf(paymentId)).payment?.status).toBe('expired')
  })

  test('is not settled by a webhook without the provider’s signature', async () => {
    const { checkoutId, paymentId } = await opened(provider)
    const [event] = await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId))
    const { payload } = await sandbox.signed(event?.id ?? '')
    const headers = { 'content-type': 'application/json' }
    expect((await deliver({ provider, payload, header: '', headers })).status).toBe(400)
    expect((await booksOf(paymentId)).payment?.status).toBe('pending')
  })
})

test('a refund at Coinbase revokes access, and its failure restores access', async () => {
  const { checkoutId, paymentId } = await opened('coinbase')
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId)))
  await deliverAll(await sandbox.eventsOf(() => sandbox.coinbaseRefund(checkoutId)))
  const gone = await booksOf(paymentId)
  expect([gone.payment?.status, gone.grants.map((grant) => grant.is_active)]).toEqual(['refunded', [0]])
  const refund = (await sandbox.coinbaseCheckouts()).find(({ id }) => id === checkoutId)?.refunds?.[0]
  await deliverAll(await sandbox.eventsOf(() => sandbox.coinbaseRefundFails(checkoutId, refund?.id ?? '')))
  const again = await booksOf(paymentId)
  expect([again.payment?.status, again.grants.map((grant) => grant.is_active)]).toEqual(['completed', [1]])
})

test('reconciliation finds a partially refunded guest payment at Coinbase that had no webhook', async () => {
  const email = `${unique('guest')}@mail.test`
  const began = Date.now()
  await sandbox.payByCryptoLink('lifetime', email, { provider: 'coinbase' })
  const made = (await sandbox.coinbaseCheckouts()).find(({ metadata }) => metadata?.email === email)
  await sandbox.coinbaseRefund(made?.id ?? '', '100.00')
  for (const _ of ['found', 'left as it is']) {
    await reconcile(began)
    const found = await env.DB.prepare('SELECT id, status, refunded_cents FROM payments WHERE email = ?')
      .bind(email)
      .all<{ id: number }>()
    expect(found.results).toMatchObject([{ status: 'partially_refunded', refunded_cents: 10_000 }])
    const { grants, mails } = await booksOf(found.results[0]?.id ?? 0)
    expect(grants).toMatchObject([{ script_id: LIFETIME_ID, is_active: 1 }])
    expect(mails.map(({ template }) => template).toSorted()).toEqual(['money-moved', 'receipt'])
  }
})

test('a partial payment at BTCPay is recorded, and a late balance completes it', async () => {
  const { checkoutId, paymentId } = await opened('btcpay')
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoSend(checkoutId, '20.00')))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'pending', received_cents: 2000 })
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoExpire(checkoutId)))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'expired', received_cents: 2000 })
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId)))
  const { payment, grants } = await booksOf(paymentId)
  expect([payment?.status, grants.length]).toEqual(['completed', 1])
})

describe.each(CRYPTO_PROVIDERS)('a purchase at a crypto pay page of %s', (provider) => {
  const anAddress = () => `${unique('guest')}@mail.test`
  const paymentsOf = async (email: string) => {
    const found = env.DB.prepare('SELECT id, user_id, status, flagged_reason FROM payments WHERE email = ?')
    return (await found.bind(email).all<{ id: number; user_id: number | null; status: string }>()).results
  }

  test('is one payment, one grant and one mail for repeated events in any order', async () => {
    const email = anAddress()
    const events = await sandbox.eventsOf(() => sandbox.payByCryptoLink('lifetime', email, { provider }))
    await deliverAll(events.toReversed())
    await deliverAll(events)
    const [payment, ...more] = await paymentsOf(email)
    expect(payment).toMatchObject({ user_id: null, status: 'completed', flagged_reason: null })
    expect(more).toEqual([])
    const books = await booksOf(payment?.id ?? 0)
    expect(books.grants).toMatchObject([{ user_id: null, script_id: LIFETIME_ID, is_active: 1 }])
    expect(books.mails).toHaveLength(1)
  })

  test('at another price than the product’s is flagged; for an unknown product it opens nothing', async () => {
    const [cheap, foreign] = [anAddress(), anAddress()]
    await deliverAll(
      await sandbox.eventsOf(() => sandbox.payByCryptoLink('lifetime', cheap, { provider, cents: 100 })),
    )
    const [payment] = await paymentsOf(cheap)
    expect(payment).toMatchObject({
      status: 'pending',
      flagged_reason: expect.stringContaining('$1.00 was paid'),
    })
    expect((await booksOf(payment?.id ?? 0)).grants).toEqual([])
    await deliverAll(
      await sandbox.eventsOf(() =>
        sandbox.payByCryptoLink('lifetime', foreign, { provider, productId: 999_999 }),
      ),
    )
    expect(await paymentsOf(foreign)).toEqual([])
  })

  test('is a guest purchase in the provider’s list for reconciliation; a checkout of the shop is not', async () => {
    const email = anAddress()
    const since = Date.now() - 1000
    await sandbox.payByCryptoLink('lifetime', email, { provider })
    const { deps, checkoutId } = await opened(provider)
    await sandbox.cryptoPay(checkoutId)
    const listed: About[] = []
    for await (const about of deps.providers.crypto[provider]?.listSince(since) ?? []) listed.push(about)
    const hosted = listed.flatMap((about) =>
      about.kind === 'checkout' && about.hosted ? [about.hosted] : [],
    )
    expect(hosted).toContainEqual({ productId: LIFETIME_ID, email })
    const own = listed.find((about) => about.kind === 'checkout' && about.checkoutId === checkoutId)
    expect(own).toMatchObject({ reference: expect.stringMatching(/^[0-9a-f-]{36}$/), hosted: null })
  })
})

test('a pay button with the reference of another buyer’s payment neither settles nor grants it', async () => {
  const { paymentId } = await opened('btcpay')
  const { payment } = await booksOf(paymentId)
  const { url, storeId, apiKey } = configOf(env).btcpay ?? { url: '', storeId: '', apiKey: '' }
  const made = await outsideFetch(env)(`${url}/api/v1/stores/${storeId}/invoices`, {
    method: 'POST',
    headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '49.00', currency: 'USD', metadata: { orderId: payment?.reference } }),
  })
  const { id } = await made.json<{ id: string }>()
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(id)))
  const books = await booksOf(paymentId)
  expect([books.payment?.status, books.grants.length]).toEqual(['pending', 0])
})

test('one provider’s page that names a payment of another provider neither settles nor flags it', async () => {
  const { paymentId } = await opened('coinbase')
  await env.DB.prepare('UPDATE payments SET checkout_id = NULL WHERE id = ?').bind(paymentId).run()
  const { reference } = (await booksOf(paymentId)).payment ?? { reference: '' }
  const { url, storeId, apiKey } = configOf(env).btcpay ?? { url: '', storeId: '', apiKey: '' }
  const made = await outsideFetch(env)(`${url}/api/v1/stores/${storeId}/invoices`, {
    method: 'POST',
    headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '49.00', currency: 'USD', metadata: { payment_reference: reference } }),
  })
  const { id } = await made.json<{ id: string }>()
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(id)))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'pending', flagged_reason: null })
})

test('a purchase at a pay page without an email address is flagged and alerts support', async () => {
  const { url, storeId, apiKey } = configOf(env).btcpay ?? { url: '', storeId: '', apiKey: '' }
  const made = await outsideFetch(env)(`${url}/api/v1/stores/${storeId}/invoices`, {
    method: 'POST',
    headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: '299.99',
      currency: 'USD',
      metadata: { itemCode: String(LIFETIME_ID) },
    }),
  })
  const { id } = await made.json<{ id: string }>()
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(id)))
  const found = await env.DB.prepare('SELECT id FROM payments WHERE checkout_id = ?')
    .bind(id)
    .first<{ id: number }>()
  const { payment, grants, alerts } = await booksOf(found?.id ?? 0)
  expect(payment).toMatchObject({
    status: 'pending',
    flagged_reason: expect.stringContaining('no email address'),
  })
  expect([grants.length, alerts.length]).toEqual([0, 1])
})

test('two purchases that are paid in one blockchain transaction are both settled', async () => {
  const [first, second] = [await opened('coinbase'), await opened('coinbase')]
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(first.checkoutId)))
  const events = await sandbox.eventsOf(() => sandbox.cryptoPay(second.checkoutId))
  const checkouts = await sandbox.coinbaseCheckouts()
  const hash = checkouts.find(({ id }) => id === second.checkoutId)?.transactionHash
  expect(hash).toEqual(expect.any(String))
  await env.DB.prepare('UPDATE payments SET transaction_id = ? WHERE id = ?')
    .bind(hash, first.paymentId)
    .run()
  await deliverAll(events)
  const { payment, grants } = await booksOf(second.paymentId)
  expect([payment?.status, grants.length]).toEqual(['completed', 1])
})
