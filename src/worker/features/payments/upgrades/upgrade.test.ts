import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Purchase, Upgrade } from '#shared/payments/contract.ts'
import { andTell, charge, pageId, payBalance, seen, takingAt } from '../../../testing/charges.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aCoupon, inputOf, type Refused } from '../../../testing/coupons.ts'
import { stockPlans } from '../../../testing/products.ts'
import { booksOf, bought, deliver, happens, intentOf, moneyOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import { sweepUpgrades } from './end-upgraded.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeEach(sandbox.calm)

const preview = async (user: SignedIn) => (await user.get<Upgrade | null>('/api/payment/upgrade')).data

const CREATE = '/api/payment/create'
const order = (user: SignedIn, more = {}) => inputOf(user, LIFETIME_ID, { upgrade: true, ...more })
const open = (user: SignedIn, more = {}) =>
  user.post<{ id: number; url: string } & Refused>(CREATE, order(user, more))

/** A subscriber whose month began `days` ago. */
async function aSubscriber(days = 10) {
  const user = await aUser()
  const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
  await env.DB.prepare(
    'UPDATE payments SET period_start = period_start - ?1, period_end = period_end - ?1 WHERE id = ?2',
  )
    .bind(days * DAY, paymentId)
    .run()
  return { user, premium: paymentId }
}

const aRefundInReview = (paymentId: number) =>
  env.DB.prepare(
    "INSERT INTO refunds (payment_id, reference, amount_cents, status, asked_by, created_at, updated_at) VALUES (?, ?, 2999, 'review', 'customer', 1, 1)",
  )
    .bind(paymentId, crypto.randomUUID())
    .run()

async function pay(url: string) {
  await happens(() => sandbox.pay(url.split('/').at(-1) ?? ''))
  const deps = depsOf()
  await sweepUpgrades(deps, Date.now(), Date.now() + 10_000)
  await deps.idle()
}

const stripeOf = async (user: SignedIn) => {
  const row = await env.DB.prepare('SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ?')
    .bind(user.id)
    .first<{ id: string }>()
  return sandbox.stripeSubscription(row?.id ?? '')
}

// invariant: upgrade-credit
test('an upgrade costs the price less the unused days, and stops Premium at Stripe once', async () => {
  const { user } = await aSubscriber(10)
  const before = await preview(user)
  expect(before).toMatchObject({ renews: true })
  const { credit = 0, price = 0, total = 0, unusedDays = 0, periodDays = 1 } = before ?? {}
  expect(unusedDays).toBe(periodDays - 10)
  expect(Math.round(credit * 100)).toBe(Math.floor((2999 * unusedDays) / periodDays))
  expect(Math.round((price - total) * 100)).toBe(Math.round(credit * 100))

  const opened = await open(user, { finalAmount: total })
  expect(opened.status, opened.text).toBe(201)
  await pay(opened.data.url)
  const { grants } = await booksOf(opened.data.id)
  expect(grants).toMatchObject([{ script_id: LIFETIME_ID, is_active: 1 }])
  expect(await moneyOf(opened.data.id)).toMatchObject({ status: 'completed', sum: Math.round(total * 100) })
  expect((await stripeOf(user))?.cancel_at_period_end).toBe(true)
  const [receipt] = await mailsQueuedTo(user.email, 'receipt').then((mails) => mails.slice(-1))
  expect(JSON.parse(String(receipt?.data))).toMatchObject({
    upgrade: { creditCents: Math.round(credit * 100), endsAt: expect.any(Number) },
  })

  // Resumed by its owner later, it stays resumed.
  const [row] = (
    await env.DB.prepare('SELECT id FROM subscriptions WHERE user_id = ?').bind(user.id).all<{ id: number }>()
  ).results
  expect((await user.post(`/api/user/subscriptions/${row?.id}/resume`)).status).toBe(200)
  const deps = depsOf()
  await sweepUpgrades(deps, Date.now(), Date.now() + 10_000)
  expect((await stripeOf(user))?.cancel_at_period_end).toBe(false)
  expect(await preview(user)).toBeNull()
})

test('Premium is stopped by the sweep where Stripe was down at the payment', async () => {
  const { user } = await aSubscriber()
  const opened = await open(user)
  const events = await sandbox.eventsOf(() => sandbox.pay(opened.data.url.split('/').at(-1) ?? ''))
  expect(events.length).toBeGreaterThan(0)
  const paid = events.find(({ type }) => type === 'checkout.session.completed')
  const real = env.SANDBOX
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const stops = request.method === 'POST' && request.url.includes('/v1/subscriptions/')
    return stops
      ? Response.json({ error: { type: 'api_error', message: 'Down' } }, { status: 500 })
      : (real?.fetch(request) ?? new Response(null, { status: 500 }))
  }
  await deliver(await sandbox.signed(paid?.id ?? ''), { ...env, SANDBOX: { fetch } as Fetcher })
  expect((await booksOf(opened.data.id)).payment?.status).toBe('completed')
  expect((await stripeOf(user))?.cancel_at_period_end).toBe(false)
  const ended = () =>
    env.DB.prepare('SELECT upgrade_ended_at AS at, status FROM payments WHERE id = ?')
      .bind(opened.data.id)
      .first()
  expect(await ended()).toEqual({ at: null, status: 'completed' })
  const deps = depsOf()
  await sweepUpgrades(deps, Date.now(), Date.now() + 10_000)
  await deps.idle()
  expect(await ended()).toEqual({ at: expect.any(Number), status: 'completed' })
  expect((await stripeOf(user))?.cancel_at_period_end).toBe(true)
})

test('is refused without Premium, for another product, with a coupon, and at another price', async () => {
  const nobody = await aUser()
  expect(await preview(nobody)).toBeNull()
  const none = await open(nobody)
  expect([none.status, none.data.code]).toEqual([409, 'price-changed'])
  expect(none.data.amount).toBe(none.data.originalAmount)
  const { user } = await aSubscriber()
  const { id } = await aCoupon()
  expect((await open(user, { couponId: id })).data.code).toBe('coupon-refused')
  expect((await open(user, { finalAmount: 1 })).data.code).toBe('price-changed')
  const rows = await env.DB.prepare('SELECT id FROM payments WHERE user_id = ? AND script_id = ?')
    .bind(user.id, LIFETIME_ID)
    .all()
  expect(rows.results).toEqual([])
})

test('the credited month can be refunded neither while the upgrade is open nor after it, and again once it is refunded', async () => {
  const { user, premium } = await aSubscriber(2)
  const opened = await open(user)
  const ask = (id: number) => user.post<Purchase & { code: string }>(`/api/user/purchases/${id}/refund`, {})
  const withdraw = () =>
    user.post<{ code: string }>('/api/contracts/withdraw', { paymentId: premium, name: 'A' })
  const refused = async () => {
    const answers = [await ask(premium), await withdraw()]
    expect(answers.map(({ status, data }) => [status, data.code])).toEqual([
      [422, 'credited'],
      [409, 'credited'],
    ])
  }
  await refused()
  await pay(opened.data.url)
  await refused()
  expect((await ask(opened.data.id)).status).toBe(200)
  expect(await moneyOf(opened.data.id)).toMatchObject({ status: 'refunded', sum: 0 })
  // Premium was not taken away: its paid time is left, and its money too.
  expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(200)
  expect((await ask(premium)).status).toBe(200)
})

test('an upgrade is not opened while a refund of the month is under way', async () => {
  const { user, premium } = await aSubscriber(2)
  await aRefundInReview(premium)
  expect((await open(user)).data.code).toBe('price-changed')
})

test('a month that is refunded before the upgrade is paid is flagged for support, and Lifetime is delivered', async () => {
  const { user, premium } = await aSubscriber()
  const opened = await open(user)
  const intent = await intentOf(premium)
  await happens(() => sandbox.refund(intent))
  await pay(opened.data.url)
  const { payment, grants } = await booksOf(opened.data.id)
  expect(payment).toMatchObject({
    status: 'completed',
    flagged_reason: 'The credited month of Premium was refunded or disputed before this was paid',
  })
  expect(grants).toHaveLength(1)
})

test('a month of which a part is refunded, or a refund is open, before the upgrade is paid is flagged; one refunded before the order is not', async () => {
  const flagOf = async (id: number) => (await booksOf(id)).payment?.flagged_reason
  const CREDIT_LOST = 'The credited month of Premium was refunded or disputed before this was paid'
  const part = await aSubscriber()
  const first = await open(part.user)
  const intent = await intentOf(part.premium)
  await happens(() => sandbox.refund(intent, 1000))
  await pay(first.data.url)
  expect(await flagOf(first.data.id)).toBe(CREDIT_LOST)

  const asked = await aSubscriber()
  const second = await open(asked.user)
  await aRefundInReview(asked.premium)
  await pay(second.data.url)
  expect(await flagOf(second.data.id)).toBe(CREDIT_LOST)

  const before = await aSubscriber()
  const earlier = await intentOf(before.premium)
  await happens(() => sandbox.refund(earlier, 1000))
  const third = await open(before.user)
  await pay(third.data.url)
  expect(await flagOf(third.data.id)).toBeNull()
})

test('crypto that arrives within three days keeps its credit; later the order costs the full price, and Premium can be refunded', async () => {
  /** An upgrade whose page expired, and that is paid this many days after it was opened. */
  async function late(days: number) {
    const user = await aUser({ bindings: takingAt('btcpay') })
    const month = await charge(user, PREMIUM_ID)
    await andTell(() => sandbox.cryptoPay(month.checkoutId))
    const order = { productId: LIFETIME_ID, email: user.email, upgrade: true }
    const made = await user.post<{ id: number; hostedUrl: string }>('/api/coinbase/create-charge', order)
    expect(made.status, made.text).toBe(201)
    const page = pageId(made.data.hostedUrl)
    await andTell(() => sandbox.cryptoExpire(page))
    await env.DB.prepare('UPDATE payments SET created_at = created_at - ?1 WHERE id = ?2')
      .bind(days * DAY, made.data.id)
      .run()
    await andTell(() => sandbox.cryptoPay(page))
    const refund = () => user.post(`/api/user/purchases/${month.paymentId}/refund`, {})
    return { user, id: made.data.id, refund, order: () => seen(user, made.data.id) }
  }
  const soon = await late(2)
  expect(await soon.order()).toMatchObject({ status: 'completed', discountAmount: 29.99 })

  const { user, id, refund, order } = await late(4)
  expect(await order()).toMatchObject({ status: 'expired', dueAmount: 29.99, discountLost: true })
  const { data } = await payBalance(user, id)
  await andTell(() => sandbox.cryptoPay(pageId(data.url)))
  expect(await order()).toMatchObject({ status: 'completed', discountAmount: 0 })
  expect((await refund()).status).toBe(200)
})

test('a month that is disputed after the upgrade was paid is reported with the order that it was credited to', async () => {
  const { user, premium } = await aSubscriber()
  const opened = await open(user)
  await pay(opened.data.url)
  const intent = await intentOf(premium)
  await happens(() => sandbox.dispute(intent))
  const alerts = (await mailsQueuedTo(env.SUPPORT_EMAIL, 'alert')).map(({ data }) => JSON.parse(String(data)))
  expect(alerts.filter(({ paymentId }) => paymentId === opened.data.id)).toEqual([
    expect.objectContaining({
      reason: 'The credited month of Premium was refunded or disputed after this was paid',
      outcome: 'delivered',
    }),
  ])
})

test('months paid in crypto are credited, and the upgrade is paid in crypto', async () => {
  const user = await aUser({ bindings: takingAt('btcpay') })
  const month = await charge(user, PREMIUM_ID)
  await andTell(() => sandbox.cryptoPay(month.checkoutId))
  const { credit = 0, total = 0, renews } = (await preview(user)) ?? {}
  expect([credit, renews]).toEqual([29.99, false])
  const answer = await user.post<{ id: number; hostedUrl: string }>('/api/coinbase/create-charge', {
    productId: LIFETIME_ID,
    email: user.email,
    upgrade: true,
    amount: total,
  })
  expect(answer.status, answer.text).toBe(201)
  await andTell(() => sandbox.cryptoPay(pageId(answer.data.hostedUrl)))
  expect(await moneyOf(answer.data.id)).toMatchObject({ status: 'completed', sum: Math.round(total * 100) })
  const row = await env.DB.prepare('SELECT status FROM subscriptions WHERE user_id = ?').bind(user.id).first()
  expect(row).toEqual({ status: 'active' })
})
