import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../core/time.ts'
import { aUser } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, deliver } from '../../testing/purchases.ts'
import { type SandboxEvent, sandbox } from '../../testing/sandbox.ts'
import { depsOf, unique } from '../../testing/shop.ts'
import { checkOwnPayment, sweepPayments } from './check-payment.ts'
import { CRYPTO_PROVIDERS, type CryptoProvider } from './contract.ts'
import { createPayment } from './create-payment.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

/** A payment of a buyer that is open at this provider. */
async function opened(provider: CryptoProvider) {
  const [client, product] = await Promise.all([aUser(), aProduct({ priceCents: 4900 })])
  const deps = depsOf()
  const wish = {
    ...{ productId: product.id, provider, purchaseType: 'one-time' as const, email: client.email },
    clientPaymentId: unique('visit'),
  }
  const { id, url } = await createPayment(deps, client.id, wish, Date.now())
  return { deps, client, paymentId: id, checkoutId: url.split('/').at(-1) ?? '', url }
}

async function deliverAll(events: SandboxEvent[]): Promise<void> {
  for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
}

describe.each(CRYPTO_PROVIDERS)('a payment in crypto at %s', (provider) => {
  test('is settled by the webhook, once, however often and in whatever order it comes', async () => {
    const { checkoutId, paymentId } = await opened(provider)
    const events = await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId))
    expect(events.length).toBeGreaterThan(0)
    await deliverAll(events.toReversed())
    await deliverAll(events)
    const books = await booksOf(paymentId)
    expect(books.payment).toMatchObject({ status: 'completed', payment_id: checkoutId, flagged_reason: null })
    expect(books.grants).toHaveLength(1)
    expect(books.mails).toHaveLength(1)
    const stored = await env.DB.prepare('SELECT event_id FROM webhook_events WHERE provider = ?')
      .bind(provider)
      .all<{ event_id: string }>()
    const ids = stored.results.map((row) => row.event_id)
    for (const { id } of events) expect(ids.filter((one) => one === id)).toEqual([id])
  })

  test('is settled by the sweep where no webhook comes', async () => {
    const { deps, checkoutId, paymentId } = await opened(provider)
    await sandbox.cryptoPay(checkoutId)
    await sweepPayments(deps, Date.now() + 2 * MINUTE)
    await deps.idle()
    const books = await booksOf(paymentId)
    expect([books.payment?.status, books.grants.length]).toEqual(['completed', 1])
  })

  test('waits while the network confirms, for the buyer’s return as for the sweep, and ends as it ends', async () => {
    for (const [end, status] of [
      ['cryptoConfirm', 'completed'],
      ['cryptoLose', 'failed'],
    ] as const) {
      const { deps, client, checkoutId, paymentId } = await opened(provider)
      await sandbox.cryptoPayUnconfirmed(checkoutId)
      const seen = await checkOwnPayment(deps, client.id, paymentId, Date.now() + MINUTE)
      expect(seen?.payment.status).toBe('pending')
      await deliverAll(await sandbox.eventsOf(() => sandbox[end](checkoutId)))
      expect((await booksOf(paymentId)).payment?.status).toBe(status)
    }
  })

  test('that shows another amount is flagged and gives nothing', async () => {
    const { checkoutId, paymentId } = await opened(provider)
    await sandbox.faults({ tamper: { amount: 100 } })
    await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId)))
    const { payment, grants, alerts } = await booksOf(paymentId)
    expect([payment?.status, grants.length, alerts.length]).toEqual(['pending', 0, 1])
    expect(payment?.flagged_reason).toContain('100 cents')
  })

  test('that nobody makes expires', async () => {
    const { deps, checkoutId, paymentId } = await opened(provider)
    await sandbox.cryptoExpire(checkoutId)
    await sweepPayments(deps, Date.now() + HOUR)
    expect((await booksOf(paymentId)).payment?.status).toBe('expired')
  })

  test('is not believed without the provider’s signature', async () => {
    const { checkoutId, paymentId } = await opened(provider)
    const [event] = await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId))
    const { payload } = await sandbox.signed(event?.id ?? '')
    const headers = { 'content-type': 'application/json' }
    expect((await deliver({ provider, payload, header: '', headers })).status).toBe(400)
    expect((await booksOf(paymentId)).payment?.status).toBe('pending')
  })
})

test('a refund at Coinbase takes the purchase back, and one that fails gives it again', async () => {
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

test('too little at BTCPay is held, and the rest, though late, completes it', async () => {
  const { checkoutId, paymentId } = await opened('btcpay')
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoSend(checkoutId, '20.00')))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'pending', received_cents: 2000 })
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoExpire(checkoutId)))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'expired', received_cents: 2000 })
  await deliverAll(await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId)))
  const { payment, grants } = await booksOf(paymentId)
  expect([payment?.status, grants.length]).toEqual(['completed', 1])
})
