import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#shared/core/time.ts'
import { hmacSha256 } from '../core/tokens.ts'
import { anOrder } from '../testing/purchases.ts'
import { sandbox } from '../testing/sandbox.ts'
import { btcpayProvider } from './btcpay.ts'
import { configOf } from './config.ts'
import type { BtcpayConfig } from './crypto-config.ts'
import { outsideFetch } from './outside.ts'
import type { About, CheckoutOrder } from './payment-provider.ts'
import { ProviderDown, ProviderRefused } from './payment-provider.ts'

beforeEach(sandbox.calm)

const settings = configOf(env).btcpay as BtcpayConfig
const outside = outsideFetch(env)
const btcpay = btcpayProvider(settings, outside)

const opened = async (change: Partial<CheckoutOrder> = {}) =>
  (await btcpay.createCheckout(anOrder(change))).checkoutId
const invoiceOf = async (id: string) => (await sandbox.btcpayInvoices()).find((one) => one.id === id)
const ofOrder = async (reference: string) =>
  (await sandbox.btcpayInvoices()).filter(({ metadata }) => metadata.orderId === reference)

describe('an invoice', () => {
  test('asks for the exact price in dollars at a rate fixed for one hour, and contains our reference', async () => {
    const order = anOrder({ amountCents: 10_050 })
    const { checkoutId, url, expiresAt } = await btcpay.createCheckout(order)
    expect(await invoiceOf(checkoutId)).toMatchObject({
      amount: '100.50',
      currency: 'USD',
      status: 'New',
      checkoutLink: url,
      metadata: { orderId: order.reference, payment_reference: order.reference, buyerEmail: order.email },
      checkout: { expirationMinutes: 60, paymentTolerance: 0, redirectURL: order.successUrl },
    })
    expect(Math.abs((expiresAt ?? 0) - Date.now() - HOUR)).toBeLessThan(10_000)
  })

  test('is returned again for the same order, open or paid; an expired one and one that a stranger made are not', async () => {
    const order = anOrder()
    const first = await btcpay.createCheckout(order)
    expect(await btcpay.createCheckout(order)).toEqual(first)
    await sandbox.cryptoExpire(first.checkoutId)
    const second = await btcpay.createCheckout(order)
    expect(second.checkoutId).not.toBe(first.checkoutId)
    await sandbox.cryptoPay(second.checkoutId)
    expect((await btcpay.createCheckout(order)).checkoutId).toBe(second.checkoutId)

    // Two tabs at once get the same invoice: only one can be paid.
    const twice = anOrder()
    const made = await Promise.all([btcpay.createCheckout(twice), btcpay.createCheckout(twice)])
    const open = (await ofOrder(twice.reference)).filter(({ status }) => status === 'New')
    expect(open.map(({ id }) => id)).toEqual([made[0].checkoutId])
    expect(made[1]).toEqual(made[0])

    // Anyone with our reference can write it into the form of a pay button.
    const victim = anOrder()
    const theirs = await outside(`${settings.url}/api/v1/stores/${settings.storeId}/invoices`, {
      method: 'POST',
      headers: { authorization: `token ${settings.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '0.01', currency: 'USD', metadata: { orderId: victim.reference } }),
    })
    expect(theirs.status).toBe(200)
    const own = await btcpay.createCheckout(victim)
    expect((await invoiceOf(own.checkoutId))?.amount).toBe('49.00')
  })

  test('is observed in each state: open, unconfirmed, paid, failed, expired, closed, unknown', async () => {
    const id = await opened()
    expect(await btcpay.observe(id)).toEqual({ kind: 'open' })
    await sandbox.cryptoPayUnconfirmed(id)
    expect(await btcpay.observe(id)).toEqual({ kind: 'processing' })
    await sandbox.cryptoConfirm(id)
    const transactionId = (await invoiceOf(id))?.payments[0]?.id
    expect(await btcpay.observe(id)).toEqual({
      kind: 'paid',
      amountCents: 4900,
      currency: 'usd',
      transactionId,
      intentId: id,
      email: 'buyer@mail.test',
      subscription: null,
      period: null,
      receivedCents: 4900,
      refundedCents: null,
      disputed: 'no',
    })
    const lost = await opened()
    await sandbox.cryptoPayUnconfirmed(lost)
    await sandbox.cryptoLose(lost)
    expect(await btcpay.observe(lost)).toEqual({ kind: 'failed' })
    const expired = await opened()
    await sandbox.cryptoExpire(expired)
    expect(await btcpay.observe(expired)).toEqual({ kind: 'expired' })
    const declined = await opened()
    await sandbox.cryptoDecline(declined)
    expect(await btcpay.observe(declined)).toEqual({ kind: 'expired' })
    expect(await btcpay.observe('unknown')).toEqual({ kind: 'unknown' })
  })

  test('reports a partial payment, and stays open for the amount due until it expires', async () => {
    const id = await opened()
    await sandbox.cryptoSend(id, '20.00')
    expect(await btcpay.observe(id)).toEqual({ kind: 'underpaid', receivedCents: 2000, closed: false })
    await sandbox.cryptoSend(id, '9.99')
    expect(await btcpay.observe(id)).toEqual({ kind: 'underpaid', receivedCents: 2999, closed: false })
    await sandbox.cryptoPay(id)
    expect(await btcpay.observe(id)).toMatchObject({ kind: 'paid', amountCents: 4900, receivedCents: 4900 })

    const left = await opened()
    await sandbox.cryptoSend(left, '48.99')
    await sandbox.cryptoExpire(left)
    expect(await btcpay.observe(left)).toEqual({ kind: 'underpaid', receivedCents: 4899, closed: true })
    // The amount due arrives late: the invoice is paid.
    await sandbox.cryptoPay(left)
    expect(await btcpay.observe(left)).toMatchObject({ kind: 'paid', receivedCents: 4900 })
  })

  test('in another currency is reported as paid with that currency, not as a partial payment in dollars', async () => {
    const made = await outside(`${settings.url}/api/v1/stores/${settings.storeId}/invoices`, {
      method: 'POST',
      headers: { authorization: `token ${settings.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '30000', currency: 'JPY', metadata: { product_id: '1' } }),
    })
    const { id } = (await made.json()) as { id: string }
    await sandbox.cryptoSend(id, '29000.00')
    expect(await btcpay.observe(id)).toMatchObject({ kind: 'paid', currency: 'jpy' })
  })

  test('reports an excess, and money that arrived after it expired', async () => {
    const over = await opened()
    await sandbox.cryptoSend(over, '60.00')
    expect(await btcpay.observe(over)).toMatchObject({ kind: 'paid', amountCents: 4900, receivedCents: 6000 })
    const late = await opened()
    await sandbox.cryptoExpire(late)
    await sandbox.cryptoSend(late, '10.00')
    expect(await btcpay.observe(late)).toEqual({ kind: 'underpaid', receivedCents: 1000, closed: true })
    const unconfirmed = await opened()
    await sandbox.cryptoExpire(unconfirmed)
    await sandbox.cryptoPayUnconfirmed(unconfirmed)
    expect(await btcpay.observe(unconfirmed)).toEqual({ kind: 'processing' })
    await sandbox.cryptoConfirm(unconfirmed)
    expect(await btcpay.observe(unconfirmed)).toMatchObject({ kind: 'paid', receivedCents: 4900 })
  })

  test('can be closed repeatedly; closing a paid, unconfirmed or unknown one changes nothing', async () => {
    const id = await opened()
    await btcpay.expireCheckout(id)
    await btcpay.expireCheckout(id)
    expect(await btcpay.observe(id)).toEqual({ kind: 'expired' })
    // Money sent to a closed invoice is still reported.
    await sandbox.cryptoSend(id, '5.00')
    expect(await btcpay.observe(id)).toEqual({ kind: 'underpaid', receivedCents: 500, closed: true })
    await sandbox.cryptoPay(id)
    expect(await btcpay.observe(id)).toMatchObject({ kind: 'paid' })
    for (const pay of [sandbox.cryptoPay, sandbox.cryptoPayUnconfirmed]) {
      const paid = await opened()
      await pay(paid)
      const [before, invoice] = await Promise.all([btcpay.observe(paid), invoiceOf(paid)])
      await btcpay.expireCheckout(paid)
      expect(await btcpay.observe(paid)).toEqual(before)
      expect(await invoiceOf(paid)).toEqual(invoice)
    }
    await btcpay.expireCheckout('unknown')
  })

  test('that is closed after a partial payment still reports the amount received', async () => {
    const id = await opened()
    await sandbox.cryptoSend(id, '12.34')
    await btcpay.expireCheckout(id)
    expect(await btcpay.observe(id)).toEqual({ kind: 'underpaid', receivedCents: 1234, closed: true })
  })
})

describe('a refund', () => {
  const refund = (checkoutId: string, amountCents: number, reference: string = crypto.randomUUID()) =>
    btcpay.refund({
      reference,
      checkoutId,
      intentId: null,
      amountCents,
      currency: 'usd',
      reason: 'Overpaid',
      confirmClaim: async () => undefined,
    })

  test('is an offer with a claim URL, created once for repeated calls with one reference', async () => {
    const id = await opened()
    await sandbox.cryptoSend(id, '60.00')
    const reference = crypto.randomUUID()
    const first = await refund(id, 1100, reference)
    expect(await refund(id, 1100, reference)).toEqual(first)
    expect(first.claimUrl).toContain(first.refundId)
    const offers = (await sandbox.pullPayments()).filter(({ invoiceId }) => invoiceId === id)
    expect(offers).toHaveLength(1)
    expect(offers[0]).toMatchObject({ amount: '11.00', currency: 'USD', autoApproveClaims: false })
    expect((await refund(id, 500)).refundId).not.toBe(first.refundId)
    await sandbox.claim(first.refundId, 'bc1qwallet')
    const claimed = (await sandbox.pullPayments()).find((offer) => offer.id === first.refundId)
    expect(claimed?.claimedBy).toBe('bc1qwallet')
  })

  test('of a partial payment succeeds; of an unpaid or unknown invoice it is refused', async () => {
    const id = await opened()
    await expect(refund(id, 100)).rejects.toThrow(ProviderRefused)
    await sandbox.cryptoSend(id, '20.00')
    await sandbox.cryptoExpire(id)
    expect((await refund(id, 2000)).claimUrl).not.toBeNull()
    await expect(refund('unknown', 100)).rejects.toThrow(ProviderRefused)
  })
})

test('listSince returns all invoices created since then, and of older ones those that received money', async () => {
  const since = Date.now() - 1000
  const ids = await Promise.all(Array.from({ length: 101 }, () => opened()))
  const [paid = '', partly = ''] = ids
  await sandbox.cryptoPay(paid)
  await sandbox.cryptoSend(partly, '1.00')
  const listed = async (from: number) => {
    const found: About[] = []
    for await (const about of btcpay.listSince(from)) found.push(about)
    return found.map((about) => (about.kind === 'checkout' ? about.checkoutId : about.kind))
  }
  expect(await listed(since)).toEqual(expect.arrayContaining(ids))
  const later = (await listed(since + DAY)).filter((id) => ids.includes(id))
  expect(later.sort()).toEqual([paid, partly].sort())
})

test('an outage and a lost response throw ProviderDown, a wrong key does not, and a retry creates no second invoice', async () => {
  const order = anOrder()
  await sandbox.faults({ cryptoApi: 'fail', cryptoApiFailures: 1 })
  await expect(btcpay.createCheckout(order)).rejects.toThrow(ProviderDown)
  expect(await ofOrder(order.reference)).toEqual([])
  // The first call searches for an earlier invoice, the second one creates it.
  let calls = 0
  const losing: typeof fetch = async (input, init) => {
    const answer = await outside(input, init)
    calls += 1
    return calls === 2 ? new Response('bad gateway', { status: 502 }) : answer
  }
  await expect(btcpayProvider(settings, losing).createCheckout(order)).rejects.toThrow(ProviderDown)
  const { checkoutId } = await btcpay.createCheckout(order)
  expect((await ofOrder(order.reference)).map(({ id }) => id)).toEqual([checkoutId])
  for (const change of [{ apiKey: 'another-key' }, { storeId: 'another-store' }]) {
    const refused = btcpayProvider({ ...settings, ...change }, outside).observe(checkoutId)
    await expect(refused).rejects.toThrow('BTCPay Server refuses our key')
  }
})

describe('a webhook', () => {
  const send = (payload: string, signature: string) =>
    btcpay.readWebhook(payload, new Headers({ 'btcpay-sig': signature }))
  const mac = async (secret: string, payload: string) =>
    `sha256=${(await hmacSha256(secret, payload)).toHex()}`

  test('with a valid signature is read with the id of its first delivery; a redelivery is the same event', async () => {
    const order = anOrder()
    const { checkoutId } = await btcpay.createCheckout(order)
    const events = await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId))
    expect(events.map(({ type }) => type)).toEqual([
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ])
    for (const { id, type } of events) {
      const { payload, header } = await sandbox.signed(id)
      const about = { kind: 'checkout', checkoutId, reference: order.reference, hosted: null }
      expect(await send(payload, header)).toEqual({ eventId: id, type, about })
      const again = JSON.stringify({ ...JSON.parse(payload), deliveryId: 'second', isRedelivery: true })
      expect((await send(again, await mac(settings.webhookSecret, again)))?.eventId).toBe(id)
      expect(btcpay.readStored(payload)).toEqual({ eventId: id, type, about })
    }
  })

  test('without a valid signature of its body is refused, and an event of no invoice is ignored', async () => {
    const payload = JSON.stringify({ deliveryId: 'one', type: 'InvoiceSettled', invoiceId: 'some' })
    const good = await mac(settings.webhookSecret, payload)
    expect(await send(payload, good)).not.toBeNull()
    for (const wrong of ['', good.slice(7), `${good}0`, await mac('another-secret', payload)])
      expect(await send(payload, wrong), wrong).toBeNull()
    expect(await send(`${payload} `, good)).toBeNull()
    for (const type of ['InvoiceCreated', 'PayoutCreated', 'SomethingNew']) {
      const other = JSON.stringify({ deliveryId: 'two', type, invoiceId: 'some' })
      const read = await send(other, await mac(settings.webhookSecret, other))
      expect(read?.about).toEqual({ kind: 'nothing-we-act-on' })
    }
  })
})
