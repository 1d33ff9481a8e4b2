import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { openDb } from '../../../db/client.ts'
import {
  aCharge,
  andTell,
  type Charge,
  failingAt,
  pageId,
  payBalance,
  refundUnappliedFunds,
  seen,
  slowAt,
  takingAt,
} from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { booksOf, bought, deliver } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import { sweepPayments } from '../unsettled/sweep-payments.ts'
import { sumOwnRefunds } from './store.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

const offersOf = async ({ checkoutId }: Charge) =>
  (await sandbox.pullPayments()).filter(({ invoiceId }) => invoiceId === checkoutId)

const refundsOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT * FROM refunds WHERE payment_id = ? ORDER BY id')
      .bind(paymentId)
      .all<{ status: string; amount_cents: number; claim_url: string | null }>()
  ).results

const ledgerOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT sum(amount_cents) AS cents FROM ledger_entries WHERE payment_id = ?')
      .bind(paymentId)
      .first<{ cents: number | null }>()
  )?.cents

const sweep = (hours: number) => sweepPayments(depsOf(), Date.now() + hours * HOUR)

async function aShortCharge(amount = '10.00'): Promise<Charge> {
  const made = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoSend(made.checkoutId, amount))
  await andTell(() => sandbox.cryptoExpire(made.checkoutId))
  return made
}

/** $25.00 arrived for $19.50. */
async function anOverpaidCharge(): Promise<Charge> {
  const made = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoSend(made.checkoutId, '25.00'))
  return made
}

describe('a partial payment', () => {
  test('is refunded in full, by one refund for any number of requests, and the order is final', async () => {
    const made = await aShortCharge()
    const { user, paymentId } = made
    const [one, two] = await Promise.all([
      refundUnappliedFunds(user, paymentId),
      refundUnappliedFunds(user, paymentId),
    ])
    const three = await refundUnappliedFunds(user, paymentId)
    expect([one.status, two.status, three.status]).toEqual([200, 200, 200])
    const [offer, ...more] = await offersOf(made)
    expect([offer?.amount, offer?.currency, more]).toEqual(['10.00', 'USD', []])
    // The slower of the two requests may see the refund as approved only.
    for (const { data } of [one, two]) expect(data).toMatchObject({ amount: 10 })
    expect(three.data).toEqual({ amount: 10, status: 'succeeded', claimUrl: offer?.viewLink })
    expect(await refundsOf(paymentId)).toMatchObject([{ amount_cents: 1000, status: 'succeeded' }])
    expect(await seen(user, paymentId)).toMatchObject({
      status: 'expired',
      situation: null,
      receivedAmount: 0,
      dueAmount: 0,
      returnedAmount: 10,
      claimUrl: offer?.viewLink,
    })
    await sweep(2)
    const { payment, grants } = await booksOf(paymentId)
    expect([payment?.next_check_at, payment?.status, grants]).toEqual([null, 'expired', []])
    expect(await ledgerOf(paymentId)).toBeNull()
    expect((await payBalance(user, paymentId)).status).toBe(409)
    const mail = await env.DB.prepare(
      "SELECT data FROM email_deliveries WHERE to_address = ? AND key LIKE 'back:%'",
    )
      .bind(user.email)
      .first<{ data: string }>()
    expect(JSON.parse(mail?.data ?? '')).toMatchObject({ about: 'back', claimUrl: offer?.viewLink })
    expect(await mailsQueuedTo(user.email, 'crypto-amount')).toHaveLength(2)
    expect((await user.get('/api/payment/open')).data).toMatchObject([{ id: paymentId, returnedAmount: 10 }])
  })

  test('is refunded also while a page is open, which cannot be paid after that', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '10.00'))
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({
      amount: 10,
      status: 'succeeded',
    })
    expect((await sandbox.btcpayInvoices()).find(({ id }) => id === made.checkoutId)?.status).toBe('Invalid')

    const other = await aShortCharge()
    const page = pageId((await payBalance(other.user, other.paymentId)).data.url)
    expect((await refundUnappliedFunds(other.user, other.paymentId)).data).toMatchObject({ amount: 10 })
    expect((await sandbox.btcpayInvoices()).find(({ id }) => id === page)?.status).toBe('Invalid')
    expect(await refundsOf(other.paymentId)).toHaveLength(1)
  })

  test('at several pages is refunded in one sum', async () => {
    const made = await aShortCharge()
    const page = pageId((await payBalance(made.user, made.paymentId)).data.url)
    await andTell(() => sandbox.cryptoSend(page, '5.00'))
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({ amount: 15 })
    expect(await seen(made.user, made.paymentId)).toMatchObject({ receivedAmount: 0, returnedAmount: 15 })
  })

  test('counts no more after its refund: later money is refunded separately, or must pay the full price', async () => {
    const made = await aShortCharge()
    await refundUnappliedFunds(made.user, made.paymentId)
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '9.50'))
    expect(await seen(made.user, made.paymentId)).toMatchObject({
      status: 'expired',
      situation: 'underpaid',
      receivedAmount: 9.5,
      dueAmount: 10,
      returnedAmount: 10,
    })
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({ amount: 9.5 })
    expect((await offersOf(made)).map(({ amount }) => amount).sort()).toEqual(['10.00', '9.50'])
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '19.50'))
    expect(await seen(made.user, made.paymentId)).toMatchObject({ status: 'completed', receivedAmount: 19.5 })
    expect(await ledgerOf(made.paymentId)).toBe(1950)
  })

  test('gets either a page for the balance or a refund when both are requested at once, never both', async () => {
    for (let round = 0; round < 3; round += 1) {
      const made = await aShortCharge()
      const [rest, back] = await Promise.all([
        payBalance(made.user, made.paymentId),
        refundUnappliedFunds(made.user, made.paymentId),
      ])
      const open = await env.DB.prepare(
        'SELECT count(*) AS n FROM payment_checkouts WHERE payment_id = ? AND closed_at IS NULL',
      )
        .bind(made.paymentId)
        .first<{ n: number }>()
      const returned = (await refundsOf(made.paymentId)).length
      expect([open?.n, returned]).toEqual(returned === 1 ? [0, 1] : [1, 0])
      expect([200, 409]).toContain(rest.status)
      expect([200, 409]).toContain(back.status)
    }
  })

  test.each(['fail', 'fail-after-accept'] as const)(
    'is approved for one refund, which the sweep finishes, where the provider does not answer (%s)',
    async (mode) => {
      const made = await aShortCharge()
      const lame = made.user.again(failingAt(/\/refund$/, mode))
      const answer = await lame.post(`/api/payment/${made.paymentId}/refund-unapplied-funds`)
      expect([answer.status, answer.data]).toEqual([200, { amount: 10, status: 'approved', claimUrl: null }])
      expect(await seen(made.user, made.paymentId)).toMatchObject({ returnedAmount: 10, claimUrl: null })
      await sweep(1)
      const [offer, ...more] = await offersOf(made)
      expect(more).toEqual([])
      expect(await seen(made.user, made.paymentId)).toMatchObject({ claimUrl: offer?.viewLink })
      await sweep(2)
      expect((await booksOf(made.paymentId)).payment?.next_check_at).toBeNull()
      expect(await offersOf(made)).toHaveLength(1)
    },
  )

  test('that the provider refuses to refund stays unapplied, and support is notified', async () => {
    const made = await aShortCharge()
    const refuses = async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init)
      if (request.method === 'POST' && request.url.endsWith('/refund')) {
        return Response.json({ code: 'no', message: 'The wallet is empty' }, { status: 400 })
      }
      return (await env.SANDBOX?.fetch(request)) ?? new Response(null, { status: 500 })
    }
    const bindings = { ...env, SANDBOX: { fetch: refuses } as Fetcher }
    expect(
      (await made.user.again(bindings).post(`/api/payment/${made.paymentId}/refund-unapplied-funds`)).status,
    ).toBe(422)
    expect(await refundsOf(made.paymentId)).toMatchObject([{ status: 'failed' }])
    expect(await seen(made.user, made.paymentId)).toMatchObject({
      situation: 'underpaid',
      receivedAmount: 10,
      returnedAmount: 0,
    })
    const { alerts } = await booksOf(made.paymentId)
    expect(alerts).toHaveLength(1)
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({
      amount: 10,
      status: 'succeeded',
    })
  })

  test('is refunded only after the network confirms it: its sender could spend it again before', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPayUnconfirmed(made.checkoutId, '10.00'))
    expect((await refundUnappliedFunds(made.user, made.paymentId)).status).toBe(409)
    await andTell(() => sandbox.cryptoExpire(made.checkoutId))
    expect((await refundUnappliedFunds(made.user, made.paymentId)).status).toBe(409)
    expect(await offersOf(made)).toEqual([])
    await andTell(() => sandbox.cryptoConfirm(made.checkoutId))
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({ amount: 10 })

    // Together with a page for the balance, unconfirmed money does not complete a purchase either.
    const other = await aShortCharge('1.00')
    const page = pageId((await payBalance(other.user, other.paymentId)).data.url)
    await andTell(() => sandbox.cryptoPayUnconfirmed(other.checkoutId, '18.40'))
    await andTell(() => sandbox.cryptoSend(page, '0.10'))
    expect(await seen(other.user, other.paymentId)).toMatchObject({ status: 'expired', receivedAmount: 1.1 })
    await andTell(() => sandbox.cryptoConfirm(other.checkoutId))
    expect(await seen(other.user, other.paymentId)).toMatchObject({ status: 'completed' })
  })

  test('is refundable neither by another account (404) nor where nothing arrived (409)', async () => {
    const made = await aShortCharge()
    expect((await refundUnappliedFunds(await aUser(), made.paymentId)).status).toBe(404)
    const none = await aCharge('btcpay')
    expect(await refundUnappliedFunds(none.user, none.paymentId)).toMatchObject({
      status: 409,
      data: { code: 'stale' },
    })
    const card = await bought(made.user, made.productId)
    expect((await refundUnappliedFunds(made.user, card.paymentId)).status).toBe(409)
  })
})

describe('an excess', () => {
  test('does not prevent the purchase, and is notified and shown', async () => {
    const { user, paymentId } = await anOverpaidCharge()
    const view = { status: 'completed', situation: 'overpaid', receivedAmount: 25, excessAmount: 5.5 }
    expect(await seen(user, paymentId)).toMatchObject({ ...view, amount: 19.5, dueAmount: 0 })
    expect((await user.get('/api/user/purchases')).data).toMatchObject([view])
    const { grants } = await booksOf(paymentId)
    expect(grants).toMatchObject([{ is_active: 1 }])
    expect(await mailsQueuedTo(user.email, 'crypto-amount')).toHaveLength(1)
    expect(await ledgerOf(paymentId)).toBe(1950)
  })

  test('is refunded outside the sale: no later event or sweep counts it as a refund of the sale', async () => {
    const made = await anOverpaidCharge()
    const { user, paymentId } = made
    const both = await Promise.all([
      refundUnappliedFunds(user, paymentId),
      refundUnappliedFunds(user, paymentId),
    ])
    expect(both.map(({ data }) => data.amount)).toEqual([5.5, 5.5])
    expect((await offersOf(made)).map(({ amount }) => amount)).toEqual(['5.50'])
    const events = await sandbox.eventsOf(() => sandbox.cryptoConfirm(made.checkoutId))
    for (const { id } of events) await deliver(await sandbox.signed(id))
    await sweep(2)
    await env.DB.prepare('UPDATE payments SET next_check_at = 1 WHERE id = ?').bind(paymentId).run()
    await sweep(3)
    const { payment, grants } = await booksOf(paymentId)
    expect(payment).toMatchObject({ status: 'completed', refunded_cents: 0, received_cents: 1950 })
    expect([payment?.next_check_at, grants[0]?.is_active, await ledgerOf(paymentId)]).toEqual([null, 1, 1950])
    expect(await seen(user, paymentId)).toMatchObject({
      situation: null,
      excessAmount: 0,
      returnedAmount: 5.5,
    })
  })

  test('is refunded by a later sweep, once the claim of a failed call has run out', async () => {
    const made = await anOverpaidCharge()
    const started = Date.now()
    const failing = made.user.again(failingAt(/\/refund$/, 'fail'))
    expect((await failing.post(`/api/payment/${made.paymentId}/refund-unapplied-funds`)).data).toMatchObject({
      status: 'approved',
    })
    await sweepPayments(depsOf(), started + 1.5 * MINUTE)
    expect(await refundsOf(made.paymentId)).toMatchObject([{ status: 'approved' }])
    await sweepPayments(depsOf(), started + 7 * MINUTE)
    expect(await refundsOf(made.paymentId)).toMatchObject([{ status: 'succeeded' }])
    expect(await offersOf(made)).toHaveLength(1)
    expect(await ledgerOf(made.paymentId)).toBe(1950)
  })

  test('is refunded once where a second sweep runs while a slow provider delays the first', async () => {
    stopClock()
    const made = await anOverpaidCharge()
    await made.user
      .again(failingAt(/\/refund$/, 'fail'))
      .post(`/api/payment/${made.paymentId}/refund-unapplied-funds`)
    // The sweep checks 5 payments at once: this payment is the first one after those 5.
    for (const _ of [1, 2, 3, 4, 5]) await aCharge('btcpay')
    vi.setSystemTime(Date.now() + HOUR)
    await env.DB.prepare(
      'UPDATE payments SET next_check_at = CASE id WHEN ? THEN 2 ELSE 1 END WHERE next_check_at IS NOT NULL',
    )
      .bind(made.paymentId)
      .run()
    const slow = slowAt(takingAt('btcpay'), 3 * MINUTE)
    const first = sweepPayments(depsOf(slow.bindings), Date.now())
    await slow.reached
    await sweepPayments(depsOf(), Date.now())
    slow.release()
    await first
    expect((await offersOf(made)).map(({ amount }) => amount)).toEqual(['5.50'])
  })

  test('prevents the deletion of its account, with which it would be lost', async () => {
    const { user } = await anOverpaidCharge()
    const body = JSON.stringify({ password: user.password, confirm: 'DELETE', username: user.username })
    const answer = await user.fetch(
      'DELETE',
      '/api/user/account',
      { 'content-type': 'application/json' },
      body,
    )
    expect([answer.status, (await answer.json<{ message: string }>()).message]).toEqual([
      409,
      expect.stringContaining('Get it back in your dashboard first.'),
    ])
  })

  test('is not refunded before the network confirms it: its sender could spend it again', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPay(made.checkoutId))
    await andTell(() => sandbox.cryptoPayUnconfirmed(made.checkoutId, '500.00'))
    expect((await refundUnappliedFunds(made.user, made.paymentId)).status).toBe(409)
    expect(await offersOf(made)).toEqual([])
    await andTell(() => sandbox.cryptoConfirm(made.checkoutId))
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({ amount: 500 })
  })

  test('that arrives after the purchase was complete is shown and can be refunded', async () => {
    const made = await aShortCharge()
    const page = pageId((await payBalance(made.user, made.paymentId)).data.url)
    await andTell(() => sandbox.cryptoPay(page))
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '3.00'))
    expect(await seen(made.user, made.paymentId)).toMatchObject({
      status: 'completed',
      situation: 'overpaid',
      excessAmount: 3,
    })
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({
      amount: 3,
      status: 'succeeded',
    })
    expect(await seen(made.user, made.paymentId)).toMatchObject({ status: 'completed', excessAmount: 0 })
  })

  test('has a refund that the payment’s history, not its reason, distinguishes from one of the sale', async () => {
    const made = await anOverpaidCharge()
    await refundUnappliedFunds(made.user, made.paymentId)
    for (const reason of ['excess', 'More arrived than was asked', 'given-back:'])
      await env.DB.prepare(
        `INSERT INTO refunds (payment_id, reference, amount_cents, status, asked_by, reason, created_at, updated_at)
         VALUES (?, ?, 100, 'succeeded', 'customer', ?, 1, 1)`,
      )
        .bind(made.paymentId, crypto.randomUUID(), reason)
        .run()
    expect(await sumOwnRefunds(openDb(env.DB), made.paymentId)).toMatchObject({ ofSale: 300, outside: 550 })
  })
})
