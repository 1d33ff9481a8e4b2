import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import type { Purchase } from '#shared/payments/contract.ts'
import type { Env } from '../../providers/env.ts'
import { aCharge, andTell, charge, refundUnappliedFunds, slowAt, takingAt } from '../../testing/charges.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { moneyOf } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { sweepRefunds } from './sweep-refunds.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

const ask = (user: SignedIn, paymentId: number) =>
  user.post<Purchase>(`/api/user/purchases/${paymentId}/refund`)
const purchasesOf = async (user: SignedIn) => (await user.get<Purchase[]>('/api/user/purchases')).data
const opens = async (user: SignedIn, productId: number) =>
  (await user.fetch('GET', `/api/download/file/${productId}`)).status === 200

/** BTCPay Server accepts a refund and then fails every call about invoices. */
function silentAfterRefund(): Env {
  const bindings = takingAt('btcpay')
  let silent = false
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (silent && pathname.includes('/invoices/')) return new Response('Internal error', { status: 500 })
    silent ||= request.method === 'POST' && pathname.endsWith('/refund')
    return bindings.SANDBOX?.fetch(request) ?? new Response(null, { status: 500 })
  }
  return { ...bindings, SANDBOX: { fetch } as Fetcher }
}

describe('at BTCPay, which does not report refunds', () => {
  test('our own refund counts at once, and its claim page is shown and mailed to the buyer', async () => {
    const { user, paymentId, checkoutId, productId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPay(checkoutId))
    expect(await opens(user, productId)).toBe(true)
    const asked = await ask(user, paymentId)
    expect(asked.status, asked.text).toBe(200)
    const [offer] = (await sandbox.pullPayments()).filter(
      ({ viewLink }) => viewLink === asked.data.refund?.claimUrl,
    )
    expect(offer?.amount).toBe('19.50')
    expect(asked.data).toMatchObject({ status: 'refunded', refund: { status: 'succeeded', amount: 19.5 } })
    expect(await moneyOf(paymentId)).toMatchObject({ sum: 0, refunded: 1950, refunds: ['succeeded'] })
    expect(await opens(user, productId)).toBe(false)
    expect(await mailsQueuedTo(user.email, 'refund-claim')).toHaveLength(1)
    // Only the buyer sees the claim page: the first person to open it chooses the wallet.
    const listed = await (await aUser({ admin: true })).get('/api/secure-management/refunds?status=succeeded')
    expect(listed.text).toContain(user.email)
    expect(listed.text).not.toContain('/sandbox/btcpay/')
    expect(await mailsQueuedTo(user.email, 'money-moved')).toHaveLength(1)
    const row = await env.DB.prepare('SELECT next_attempt_at FROM refunds WHERE payment_id = ?')
      .bind(paymentId)
      .first<{ next_attempt_at: number | null }>()
    expect(row?.next_attempt_at).toBeNull()
    // A repeated request makes no second refund.
    await ask(user, paymentId)
    expect((await moneyOf(paymentId)).refunds).toEqual(['succeeded'])
  })

  test('an order completed by hand after its money was refunded: its refund fails, with one mail to support', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(checkoutId, '11.50'))
    await refundUnappliedFunds(user, paymentId)
    const admin = await aUser({ admin: true })
    await admin.post(`/api/recovery/complete-payment/${paymentId}`, { confirm: true })
    const offers = (await sandbox.pullPayments()).length
    await ask(user, paymentId)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', refunds: ['succeeded', 'failed'] })
    expect((await sandbox.pullPayments()).length).toBe(offers)
    const mails = await env.DB.prepare(
      "SELECT count(*) AS n FROM email_deliveries WHERE payment_id = ? AND template = 'refund-trouble'",
    )
      .bind(paymentId)
      .first<{ n: number }>()
    expect(mails?.n).toBe(1)
  })

  test('an order completed by hand while its money is on the way is refunded once the money is there', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPayUnconfirmed(checkoutId))
    const admin = await aUser({ admin: true })
    await admin.post(`/api/recovery/complete-payment/${paymentId}`, { confirm: true })
    await ask(user, paymentId)
    expect((await moneyOf(paymentId)).refunds).toEqual(['approved'])
    await andTell(() => sandbox.cryptoConfirm(checkoutId))
    await sweepRefunds(depsOf(takingAt('btcpay')), Date.now() + HOUR)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', refunds: ['succeeded'] })
  })

  test('an order completed by hand before its page was opened is not refunded at the provider', async () => {
    const { user, paymentId } = await aCharge('btcpay')
    await env.DB.prepare("UPDATE payments SET checkout_id = NULL, status = 'expired' WHERE id = ?")
      .bind(paymentId)
      .run()
    const admin = await aUser({ admin: true })
    await admin.post(`/api/recovery/complete-payment/${paymentId}`, { confirm: true })
    await ask(user, paymentId)
    expect((await moneyOf(paymentId)).refunds).toEqual(['failed'])
  })

  test('a refunded excess is not shown as a refund of the sale and does not use up the guarantee', async () => {
    const { user, paymentId, checkoutId, productId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(checkoutId, '25.00'))
    expect((await refundUnappliedFunds(user, paymentId)).data).toMatchObject({ amount: 5.5 })
    const [purchase] = await purchasesOf(user)
    expect(purchase).toMatchObject({
      status: 'completed',
      refund: null,
      returnedAmount: 5.5,
      refundedAmount: 0,
      refundable: { verdict: 'at-once', amount: 19.5 },
    })
    const asked = await ask(user, paymentId)
    expect(asked.data).toMatchObject({ status: 'refunded', refundedAmount: 19.5, refund: { amount: 19.5 } })
    expect(await moneyOf(paymentId)).toMatchObject({ sum: 0, refunded: 1950 })
    expect(await opens(user, productId)).toBe(false)
    // The sale was refunded once now, so the next refund request is reviewed.
    const again = await charge(user, productId)
    await andTell(() => sandbox.cryptoPay(again.checkoutId))
    expect((await purchasesOf(user))[0]?.refundable.verdict).toBe('review')
  })

  test('a refund whose payment could not be refreshed at once is not made a second time', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPay(checkoutId))
    const admin = await aUser({ admin: true, bindings: silentAfterRefund() })
    const start = () =>
      admin.post(`/api/secure-management/payments/${paymentId}/refund`, { amount: 10, reason: 'Half' })
    expect((await start()).status).toBe(200)
    expect(await moneyOf(paymentId)).toMatchObject({ refunded: 0, refunds: ['succeeded'] })
    expect((await start()).status).toBe(409)
    expect((await ask(user, paymentId)).status).toBe(409)
    const offered = (await sandbox.pullPayments()).filter(({ invoiceId }) => invoiceId === checkoutId)
    expect(offered.map(({ amount }) => amount)).toEqual(['10.00'])
    await sweepRefunds(depsOf(), Date.now() + HOUR)
    expect(await moneyOf(paymentId)).toMatchObject({ refunded: 1000, sum: 950 })
    expect((await ask(user, paymentId)).data).toMatchObject({ status: 'refunded', refund: { amount: 9.5 } })
  })

  test('a refunded excess leaves the guarantee of a second purchase of the product as it was', async () => {
    const { user, paymentId, checkoutId, productId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(checkoutId, '25.00'))
    await refundUnappliedFunds(user, paymentId)
    // The updates of the first purchase ended long ago, so the product can be bought again.
    await env.DB.prepare('UPDATE user_scripts SET purchased_at = 1 WHERE payment_id = ?')
      .bind(paymentId)
      .run()
    const again = await charge(user, productId)
    await andTell(() => sandbox.cryptoPay(again.checkoutId))
    expect((await purchasesOf(user)).map(({ refundable }) => refundable.verdict)).toEqual([
      'at-once',
      'at-once',
    ])
  })
})

describe('at Coinbase', () => {
  test('the money is refunded automatically; a later failure restores access and refers to support', async () => {
    const { user, paymentId, checkoutId, productId } = await aCharge('coinbase')
    await andTell(() => sandbox.cryptoPay(checkoutId))
    const asked = await ask(user, paymentId)
    expect(asked.data, asked.text).toMatchObject({
      status: 'refunded',
      refund: { status: 'succeeded', claimUrl: null },
    })
    expect(await opens(user, productId)).toBe(false)
    const made = (await sandbox.coinbaseCheckouts()).find(({ id }) => id === checkoutId)
    expect(made?.refunds).toHaveLength(1)
    expect(made?.refunds?.[0]?.reason).toMatch(new RegExp(`^Refund of order #${paymentId} `))
    await andTell(() => sandbox.coinbaseRefundFails(checkoutId, made?.refunds?.[0]?.id ?? ''))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', sum: 1950, refunds: ['failed'] })
    expect(await opens(user, productId)).toBe(true)
    expect((await purchasesOf(user))[0]?.refundable.reason).toContain('Our support team knows')
  })
})

test('a refund whose provider does not respond does not keep the sweep from the refunds after it', async () => {
  const ids: number[] = []
  for (const _ of [1, 2]) {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoPay(checkoutId))
    await user.again(silentAfterRefund()).post(`/api/user/purchases/${paymentId}/refund`)
    ids.push(paymentId)
  }
  const refunded = () => Promise.all(ids.map(async (id) => (await moneyOf(id)).refunded))
  await sandbox.faults({ cryptoApi: 'fail' })
  await sweepRefunds(depsOf(), Date.now() + HOUR, 1)
  await sandbox.calm()
  expect(await refunded()).toEqual([0, 0])
  await sweepRefunds(depsOf(), Date.now() + HOUR, 1)
  expect(await refunded()).toEqual([0, 1950])
  await sweepRefunds(depsOf(), Date.now() + 2 * HOUR, 1)
  expect(await refunded()).toEqual([1950, 1950])
})

describe('two sweeps at once, the first of them delayed by a slow provider,', () => {
  test('make each refund once', async () => {
    stopClock()
    const charges = [await aCharge('btcpay'), await aCharge('btcpay')]
    for (const { user, paymentId, checkoutId } of charges) {
      await andTell(() => sandbox.cryptoPay(checkoutId))
      await sandbox.faults({ cryptoApi: 'fail' })
      await ask(user, paymentId)
      await sandbox.calm()
    }
    vi.setSystemTime(Date.now() + HOUR)
    // The first call takes so long that a claim timed from the start of the sweep would have expired.
    const slow = slowAt(takingAt('btcpay'), 3 * MINUTE)
    const first = sweepRefunds(depsOf(slow.bindings), Date.now())
    await slow.reached
    await sweepRefunds(depsOf(), Date.now())
    slow.release()
    await first
    // The refund whose call failed is retried later.
    vi.setSystemTime(Date.now() + HOUR)
    await sweepRefunds(depsOf(), Date.now())
    const offers = await sandbox.pullPayments()
    const given = charges.map(({ checkoutId }) => offers.filter(({ invoiceId }) => invoiceId === checkoutId))
    expect(given.map(({ length }) => length)).toEqual([1, 1])
  })
})
