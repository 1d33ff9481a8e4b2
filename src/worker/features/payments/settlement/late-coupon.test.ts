import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import type { Env } from '../../../providers/env.ts'
import {
  andTell,
  type Charge,
  charge,
  failingAt,
  pageId,
  payBalance,
  refundUnappliedFunds,
  seen,
  takingAt,
} from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { aCoupon, usesOf } from '../../../testing/coupons.ts'
import { readHub } from '../../../testing/hubs.ts'
import { aProduct } from '../../../testing/products.ts'
import { booksOf, deliver, moneyOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { findById } from '../store.ts'
import { sweepPayments } from '../unsettled/sweep-payments.ts'
import { settlePayment } from './settle-payment.ts'
import { writeClose } from './write-settlement.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

const buyer = () => aUser({ bindings: takingAt('btcpay') })

/** A charge of $15.60 instead of $19.50, whose page expired unpaid: its coupon use is free for other orders. */
async function aClosedCharge(couponId: number): Promise<Charge> {
  const user = await buyer()
  const { id: productId } = await aProduct()
  const made = await charge(user, productId, couponId)
  await andTell(() => sandbox.cryptoExpire(made.checkoutId))
  return { user, productId, ...made }
}

const payInFull = ({ checkoutId }: { checkoutId: string }) => andTell(() => sandbox.cryptoPay(checkoutId))
const grantsOf = async ({ paymentId }: { paymentId: number }) => (await booksOf(paymentId)).grants.length
const kindsOf = async ({ paymentId }: Charge) =>
  (await booksOf(paymentId)).history.map(({ kind }) => kind).toSorted()

/** Another buyer takes the last use, with an order of their own. */
async function takeLastUse(couponId: number): Promise<void> {
  await payInFull(await charge(await buyer(), (await aProduct()).id, couponId))
}

describe('crypto that arrives after its page closed and its coupon use was released', () => {
  test('takes the use again where one is left, and keeps its price', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const late = await aClosedCharge(id)
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, states: ['released'] })
    await payInFull(late)
    expect(await seen(late.user, late.paymentId)).toMatchObject({
      status: 'completed',
      amount: 15.6,
      discountAmount: 3.9,
      situation: 'late',
      discountLost: false,
    })
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
    expect(await kindsOf(late)).toEqual(['expired', 'settled', 'use-taken:3'])
    expect(await moneyOf(late.paymentId)).toMatchObject({ sum: 1560 })
  })

  test('is a partial payment of the full price where no use is left, and the balance completes it', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const late = await aClosedCharge(id)
    await takeLastUse(id)
    await payInFull(late)
    expect(await seen(late.user, late.paymentId)).toMatchObject({
      status: 'expired',
      situation: 'underpaid',
      discountLost: true,
      discountAmount: 0,
      amount: 19.5,
      receivedAmount: 15.6,
      dueAmount: 3.9,
    })
    expect(await grantsOf(late)).toBe(0)
    expect(await mailsQueuedTo(late.user.email, 'crypto-amount')).toHaveLength(1)
    const bell = (await readHub(late.user.id)).kept.map(({ message }) => message)
    expect(bell[0]).toContain('Your discount had ended')

    const rest = await payBalance(late.user, late.paymentId)
    expect(rest.status, rest.text).toBe(200)
    await andTell(() => sandbox.cryptoPay(pageId(rest.data.url)))
    expect(await seen(late.user, late.paymentId)).toMatchObject({ status: 'completed', amount: 19.5 })
    expect([await grantsOf(late), (await moneyOf(late.paymentId)).sum]).toEqual([1, 1950])
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'redeemed'] })
  })

  test('is refunded in full on request where no use is left', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const late = await aClosedCharge(id)
    await takeLastUse(id)
    await payInFull(late)
    const back = await refundUnappliedFunds(late.user, late.paymentId)
    expect([back.status, back.data.amount], back.text).toEqual([200, 15.6])
    await sweepPayments(depsOf(), Date.now() + 2 * HOUR)
    expect(await seen(late.user, late.paymentId)).toMatchObject({ status: 'expired', receivedAmount: 0 })
    expect([await grantsOf(late), (await moneyOf(late.paymentId)).sum]).toEqual([0, 0])
  })

  test('in part fixes its price with the partial payment, and reserves the use for the balance', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const late = await aClosedCharge(id)
    const other = await aClosedCharge(id)
    await andTell(() => sandbox.cryptoSend(late.checkoutId, '5.60'))
    expect(await seen(late.user, late.paymentId)).toMatchObject({ amount: 15.6, dueAmount: 10 })
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['held', 'released'] })
    await andTell(() => sandbox.cryptoSend(late.checkoutId, '10.00'))
    expect(await seen(late.user, late.paymentId)).toMatchObject({ status: 'completed', amount: 15.6 })
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed', 'released'] })

    await andTell(() => sandbox.cryptoSend(other.checkoutId, '5.60'))
    expect(await seen(other.user, other.paymentId)).toMatchObject({ amount: 19.5, dueAmount: 13.9 })
  })

  describe('while its buyer has a new order of the product with the same coupon', () => {
    async function anotherPage(again: (late: Charge, couponId: number) => Promise<unknown> = async () => {}) {
      const { id } = await aCoupon({ maxUsesPerUser: 1 })
      const late = await aClosedCharge(id)
      const open = { ...late, ...(await charge(late.user, late.productId, id)) }
      expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'held'] })
      await again(open, id)
      await payInFull(late)
      return { id, late, open }
    }

    test('keeps its price, and the unpaid page of the new order is closed', async () => {
      const { id, late, open } = await anotherPage()
      expect(await seen(late.user, late.paymentId)).toMatchObject({ status: 'completed', amount: 15.6 })
      expect(await seen(open.user, open.paymentId)).toMatchObject({ status: 'expired' })
      expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed', 'released'] })
      // Paying the closed page gives no second use.
      await payInFull(open)
      expect(await seen(open.user, open.paymentId)).toMatchObject({ dueAmount: 3.9, discountLost: true })
      expect([await grantsOf(late), await grantsOf(open)]).toEqual([1, 0])
    })

    test.each([
      ['a partial payment', (to: string) => sandbox.cryptoSend(to, '5.60')],
      ['money on its way', (to: string) => sandbox.cryptoPayUnconfirmed(to)],
    ])('is part of the full price where the new order has %s: that order keeps the use', async (_, comes) => {
      const { id, late, open } = await anotherPage(({ checkoutId }) => andTell(() => comes(checkoutId)))
      expect(await seen(late.user, late.paymentId)).toMatchObject({ amount: 19.5, dueAmount: 3.9 })
      expect(await seen(open.user, open.paymentId)).toMatchObject({ amount: 15.6, discountAmount: 3.9 })
      expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'held'] })
    })

    test('is counted only when the provider answers and the page of the new order can be closed', async () => {
      const { id } = await aCoupon({ maxUsesPerUser: 1 })
      const late = await aClosedCharge(id)
      const open = await charge(late.user, late.productId, id)
      const events = await sandbox.eventsOf(() => sandbox.cryptoPay(late.checkoutId))
      const arrive = async (bindings: Env) => {
        const arrived = await Promise.allSettled(
          events.map(async ({ id }) => deliver(await sandbox.signed(id), bindings)),
        )
        return arrived.map(({ status }) => status)
      }
      expect(await arrive(failingAt(/\/invoices\/[^/]+\/status$/, 'fail'))).toContain('rejected')
      expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'held'] })
      expect(await arrive(takingAt('btcpay'))).not.toContain('rejected')
      expect(await seen(late.user, late.paymentId)).toMatchObject({ status: 'completed', amount: 15.6 })
      expect(await seen(late.user, open.paymentId)).toMatchObject({ status: 'expired' })
    })
  })

  test('gives one purchase at the coupon’s price for four closed pages of one buyer', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const user = await buyer()
    const pages: { paymentId: number; checkoutId: string }[] = []
    for (let page = 0; page < 4; page++) {
      const { id: productId } = await aProduct()
      pages.push(await charge(user, productId, id))
      // An order of the same product at its full price closes the page before and releases its use.
      if (page < 3) await charge(user, productId)
    }
    const events = await sandbox.eventsOf(async () => {
      for (const { checkoutId } of pages) await sandbox.cryptoPay(checkoutId)
    })
    // All events at once, each of them twice.
    const calls = await Promise.all([...events, ...events].map((event) => sandbox.signed(event.id)))
    await Promise.all(calls.map((call) => deliver(call, user.bindings)))
    await sweepPayments(depsOf(), Date.now() + 2 * HOUR)
    const owned = await Promise.all(pages.map(grantsOf))
    expect(owned.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1 })
    const short = (await Promise.all(pages.map(({ paymentId }) => seen(user, paymentId)))).filter(
      ({ discountLost }) => discountLost,
    )
    expect(short.map(({ situation, dueAmount }) => [situation, dueAmount])).toEqual(
      Array.from({ length: 3 }, () => ['underpaid', 3.9]),
    )
  })

  test('keeps the price of one of two orders that are paid at once, where one use is left', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const both = [await aClosedCharge(id), await aClosedCharge(id)]
    const events = await sandbox.eventsOf(async () => {
      for (const { checkoutId } of both) await sandbox.cryptoPay(checkoutId)
    })
    const calls = await Promise.all(events.map((event) => sandbox.signed(event.id)))
    await Promise.all(calls.map((call) => deliver(call, env)))
    await sweepPayments(depsOf(), Date.now() + 2 * HOUR)
    const owned = await Promise.all(both.map(grantsOf))
    expect(owned.toSorted()).toEqual([0, 1])
    expect(await usesOf(id)).toMatchObject({ currentUses: 1 })
  })

  test('completes at the received amount when an admin confirms it', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const late = await aClosedCharge(id)
    await takeLastUse(id)
    await payInFull(late)
    const admin = await aUser({ admin: true, bindings: takingAt('btcpay') })
    const path = `/api/recovery/complete-payment/${late.paymentId}`
    const asked = await admin.post(path, {})
    expect(asked.status).toBe(409)
    expect((await admin.post(path, { confirm: true })).status).toBe(200)
    expect(await seen(late.user, late.paymentId)).toMatchObject({ status: 'completed', amount: 15.6 })
    expect([await grantsOf(late), (await moneyOf(late.paymentId)).sum]).toEqual([1, 1560])
    expect(await usesOf(id)).toMatchObject({ currentUses: 1 })
  })

  test('counts its use for the mailbox: two accounts with tags of one address have one use together', async () => {
    const { id } = await aCoupon({ maxUsesPerUser: 1 })
    const inbox = `${unique('inbox')}@mail.test`
    const late: Charge[] = []
    for (const tag of ['', '+2']) {
      const user = await buyer()
      const { id: productId } = await aProduct()
      const email = inbox.replace('@', `${tag}@`)
      const made = { user, productId, ...(await charge(user, productId, id, email)) }
      await andTell(() => sandbox.cryptoExpire(made.checkoutId))
      late.push(made)
    }
    for (const one of late) await payInFull(one)
    expect(await Promise.all(late.map(grantsOf))).toEqual([1, 0])
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed', 'released'] })
  })

  test.each([
    ['the use again', false, { amount: 15.6, dueAmount: 10, discountLost: false }, ['held']],
    ['its full price', true, { amount: 19.5, dueAmount: 13.9, discountLost: true }, ['released', 'redeemed']],
  ] as const)(
    'whose refund the provider refuses gets %s before its balance is requested',
    async (_, isTaken, due, states) => {
      const { id } = await aCoupon({ maxUses: 1 })
      const late = await aClosedCharge(id)
      await andTell(() => sandbox.cryptoSend(late.checkoutId, '5.60'))
      const refuses = async (input: RequestInfo, init?: RequestInit) => {
        const request = new Request(input, init)
        if (request.method !== 'POST' || !request.url.endsWith('/refund'))
          return (await env.SANDBOX?.fetch(request)) ?? new Response(null, { status: 500 })
        // The use is free while the refund is in progress.
        if (isTaken) await takeLastUse(id)
        return Response.json({ code: 'no', message: 'The wallet is empty' }, { status: 400 })
      }
      const bindings = { ...takingAt('btcpay'), SANDBOX: { fetch: refuses } as Fetcher }
      const back = await late.user
        .again(bindings)
        .post(`/api/payment/${late.paymentId}/refund-unapplied-funds`)
      expect(back.status).toBe(422)
      await sweepPayments(depsOf(), Date.now() + 2 * HOUR)
      expect(await seen(late.user, late.paymentId)).toMatchObject({ receivedAmount: 5.6, ...due })
      expect(await usesOf(id)).toMatchObject({ currentUses: 1, states })
    },
  )

  test('at Coinbase counts as 0 received once it was refunded there', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const user = await aUser({ bindings: takingAt('coinbase') })
    const { id: productId } = await aProduct()
    const made = await charge(user, productId, id)
    // Closed in our tables while it is paid at Coinbase.
    await sandbox.eventsOf(() => sandbox.cryptoPay(made.checkoutId))
    const open = await findById(depsOf().db, made.paymentId)
    if (!open) throw new Error('There is no such payment')
    await writeClose(depsOf(), open, { to: 'expired', checkoutId: null }, 'sweep', Date.now())
    await takeLastUse(id)
    const look = async () => {
      const found = await findById(depsOf().db, made.paymentId)
      if (found) await settlePayment(depsOf(), found, made.checkoutId, 'sweep', Date.now())
    }
    await look()
    expect(await seen(user, made.paymentId)).toMatchObject({ receivedAmount: 15.6, dueAmount: 3.9 })
    await andTell(() => sandbox.coinbaseRefund(made.checkoutId))
    expect(await seen(user, made.paymentId)).toMatchObject({ receivedAmount: 0, situation: null })
    await look()
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['released', 'redeemed'] })
  })

  test('is settled by the sweep where a request took its use and then crashed', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const late = await aClosedCharge(id)
    await sandbox.eventsOf(() => sandbox.cryptoPay(late.checkoutId))
    const silent = async (input: RequestInfo, init?: RequestInit) =>
      (await usesOf(id)).currentUses === 0 && env.SANDBOX
        ? env.SANDBOX.fetch(new Request(input, init))
        : new Response(null, { status: 500 })
    const bindings = { ...takingAt('btcpay'), SANDBOX: { fetch: silent } as Fetcher }
    const back = await late.user.again(bindings).post(`/api/payment/${late.paymentId}/refund-unapplied-funds`)
    expect(back.status).toBeGreaterThanOrEqual(500)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['held'] })
    await sweepPayments(depsOf(), Date.now() + 2 * HOUR)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
    expect(await grantsOf(late)).toBe(1)
  })
})
