import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import type { Purchase } from '#shared/payments/contract.ts'
import { openDb } from '../../../db/client.ts'
import type { Env } from '../../../providers/env.ts'
import { aCharge, andTell, refundUnappliedFunds } from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { readHub } from '../../../testing/hubs.ts'
import { interrupted } from '../../../testing/interrupted.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, bought, buy, deliver, happens, intentOf, moneyOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { reconcile } from '../../../testing/reconciling.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { consume, depsOf, unique, withPausedQueue } from '../../../testing/shop.ts'
import { sweepRefunds } from '../../refunds/sweep-refunds.ts'
import { sweepSecondPayments } from './sweep-second-payments.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

/** An account that has confirmed its address. */
async function aConfirmedUser() {
  const user = await aUser()
  await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()
  return user
}

const paymentsOf = async (email: string) =>
  (
    await env.DB.prepare('SELECT id, status, subscription_id FROM payments WHERE email = ? ORDER BY id')
      .bind(email)
      .all<{ id: number; status: string; subscription_id: number | null }>()
  ).results

/** The usual providers; `doing` runs directly before the first refund is created at Stripe. */
function beforeRefund(doing: () => Promise<unknown>): Env {
  let isFirst = true
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const creates = request.method === 'POST' && new URL(request.url).pathname === '/v1/refunds'
    if (creates && isFirst) {
      isFirst = false
      await doing()
    }
    return env.SANDBOX?.fetch(request) ?? new Response(null, { status: 500 })
  }
  return { ...env, SANDBOX: { fetch } as Fetcher }
}

async function sweepAll(bindings = env) {
  const deps = depsOf(bindings)
  await sweepRefunds(deps, Date.now() + 1)
  await deps.idle()
}

test('a subscriber who pays at a pay link again is refunded and notified, and keeps one subscription', async () => {
  const { bindings, sent } = withPausedQueue()
  const user = await aConfirmedUser()
  const { paymentId: first } = await bought(user, PREMIUM_ID, 'subscription')
  sent.length = 0
  await happens(() => sandbox.payByLink('premium', user.email), bindings)

  const second = (await paymentsOf(user.email)).at(-1)?.id ?? 0
  expect(second).not.toBe(first)
  expect((await booksOf(second)).grants).toEqual([])
  // Already refunded: no sweep has run.
  expect(await moneyOf(second)).toMatchObject({ status: 'refunded', sum: 0, refunded: 2999 })
  const subscriptions = await env.DB.prepare(
    'SELECT status, stripe_subscription_id AS id FROM subscriptions WHERE user_id = ? ORDER BY subscriptions.id',
  )
    .bind(user.id)
    .all<{ status: string; id: string }>()
  expect(subscriptions.results.map(({ status }) => status)).toEqual(['active', 'canceled'])
  const stripe = await Promise.all(subscriptions.results.map(({ id }) => sandbox.stripeSubscription(id)))
  expect(stripe.map((one) => one?.status)).toEqual(['active', 'canceled'])
  await reconcile(Date.now() - DAY)
  const finding = env.DB.prepare('SELECT kind FROM reconciliation_findings WHERE subject = ?')
  expect(await finding.bind(`payment:${second}`).first()).toBeNull()

  await sweepAll(bindings)
  expect(await moneyOf(second)).toMatchObject({ status: 'refunded', sum: 0, refunded: 2999 })
  expect((await booksOf(first)).payment?.status).toBe('completed')
  expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(200)
  expect((await readHub(user.id)).kept.map(({ title }) => title)).toContain('You already have this product')
  await consume(sent, {}, bindings)
  const mails = await sandbox.mails(user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your second payment for .* was refunded$/),
    expect.stringMatching(/^We are refunding your payment for /),
  ])
  expect(mails[0]?.text).not.toContain('has ended')
  const alert = (await sandbox.mails(env.SUPPORT_EMAIL)).find(({ subject }) =>
    subject.includes(`#${second} `),
  )
  expect(alert?.text).toContain('Second payment for a product that the buyer already has')
})

// invariant: second-payment-refunded
test('of two payments that arrive at the same moment, one grants, and the other is refunded', async () => {
  const user = await aConfirmedUser()
  const events = await sandbox.eventsOf(async () => {
    await sandbox.payByLink('lifetime', user.email)
    await sandbox.payByLink('lifetime', user.email)
  })
  const paid = events.filter(({ type }) => type === 'checkout.session.completed')
  const answers = await Promise.all(paid.map(async ({ id }) => deliver(await sandbox.signed(id))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const books = await Promise.all((await paymentsOf(user.email)).map(({ id }) => booksOf(id)))
  expect(books.map(({ grants }) => grants.length).sort()).toEqual([0, 1])
  expect(
    books.flatMap(({ history }) => history.filter(({ kind }) => kind === 'second-payment')),
  ).toHaveLength(1)
})

test.each([
  ['the newest grant', /max\(g\.id\)/],
  ['the access', /from "user_scripts"/],
  ['the subscription', /p\.referrer_id/],
])(
  'a subscription that another handler settles after this handler has read %s is not ended',
  async (_, read) => {
    const user = await aConfirmedUser()
    const { paymentId, checkoutId } = await buy(user, PREMIUM_ID, 'subscription')
    const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
    const paid = events.find(({ type }) => type === 'checkout.session.completed')?.id ?? ''
    const other = async () => expect((await deliver(await sandbox.signed(paid))).status).toBe(200)
    await deliver(await sandbox.signed(paid), interrupted(read, other))

    expect((await booksOf(paymentId)).grants).toHaveLength(1)
    const subscription = String((await sandbox.session(checkoutId))?.subscription)
    expect((await sandbox.stripeSubscription(subscription))?.status).toBe('active')
  },
)

test('a product that is paid by card and again in crypto is granted once, and the crypto is refunded', async () => {
  const user = await aConfirmedUser()
  const product = await aProduct({ priceCents: 4900 })
  await happens(() => sandbox.payByLink('monad', user.email, product.id))
  await happens(() => sandbox.payByCryptoLink('monad', user.email, { productId: product.id }))
  const [card, crypto] = await paymentsOf(user.email)
  expect((await booksOf(card?.id ?? 0)).grants).toHaveLength(1)
  expect((await booksOf(crypto?.id ?? 0)).grants).toEqual([])
  expect((await moneyOf(crypto?.id ?? 0)).refunds).toEqual(['succeeded'])
})

test('a second payment in crypto above its price is refunded, and its buyer is notified of the excess', async () => {
  const { user, paymentId, checkoutId, productId } = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoExpire(checkoutId))
  await bought(user, productId)
  await andTell(() => sandbox.cryptoSend(checkoutId, '25.00'))
  expect((await booksOf(paymentId)).grants).toEqual([])
  expect(await mailsQueuedTo(user.email, 'crypto-amount')).toHaveLength(1)
  await sweepAll()
  expect((await refundUnappliedFunds(user, paymentId)).data).toMatchObject({
    amount: 5.5,
    status: 'succeeded',
  })
  expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', refunded: 1950 })
})

test('a second payment that was partially refunded at the provider has its remainder refunded', async () => {
  const user = await aConfirmedUser()
  await happens(() => sandbox.payByLink('lifetime', user.email))
  const second = async () => (await paymentsOf(user.email)).at(-1)?.id ?? 0
  // Stripe's event of the partial refund arrives only after our own refund was refused.
  let events: { id: string }[] = []
  const partial = async () => sandbox.refund(await intentOf(await second()), 250)
  const bindings = beforeRefund(async () => {
    events = await sandbox.eventsOf(partial)
  })
  await happens(() => sandbox.payByLink('lifetime', user.email), bindings)
  expect((await moneyOf(await second())).refunds).toEqual(['failed'])
  for (const { id } of events) await deliver(await sandbox.signed(id))
  expect(await moneyOf(await second())).toMatchObject({ status: 'partially_refunded', refunded: 250 })

  expect(await sweepSecondPayments(openDb(env.DB), Date.now())).toBe(1)
  expect(await sweepSecondPayments(openDb(env.DB), Date.now())).toBe(0)
  await sweepAll()
  expect(await moneyOf(await second())).toMatchObject({ status: 'refunded', sum: 0 })
})

test('a guest who pays twice under one address is granted once and refunded once', async () => {
  const { bindings, sent } = withPausedQueue()
  const email = `${unique('guest')}@mail.test`
  for (let time = 0; time < 2; time++) await happens(() => sandbox.payByLink('lifetime', email), bindings)
  const [first, second] = await paymentsOf(email)
  expect((await booksOf(first?.id ?? 0)).grants).toHaveLength(1)
  expect((await booksOf(second?.id ?? 0)).grants).toEqual([])
  await sweepAll(bindings)
  expect((await paymentsOf(email)).map(({ status }) => status)).toEqual(['completed', 'refunded'])
  await consume(sent, {}, bindings)
  expect((await sandbox.mails(email)).map(({ subject }) => subject.split(' ').slice(0, 3).join(' '))).toEqual(
    ['Your second payment', 'We are refunding', 'Your receipt for'],
  )
})

test('a second payment whose refund the bank rejects earns and grants nothing, and waits for a person', async () => {
  const [user, referrer, admin] = [await aConfirmedUser(), await aUser(), await aUser({ admin: true })]
  await env.DB.prepare('UPDATE users SET referred_by = ? WHERE id = ?').bind(referrer.id, user.id).run()
  for (let time = 0; time < 2; time++) await happens(() => sandbox.payByLink('lifetime', user.email))
  const second = (await paymentsOf(user.email)).at(-1)?.id ?? 0
  const [given] = await sandbox.refundsOf(await intentOf(second))
  await happens(() => sandbox.failRefund(given?.id ?? ''))
  expect(await moneyOf(second)).toMatchObject({ status: 'completed', refunds: ['failed'] })
  const earned = env.DB.prepare(
    "SELECT count(*) AS entries, sum(commission_cents) AS cents FROM referrals WHERE referrer_id = ? AND status <> 'cancelled'",
  )
  expect(await earned.bind(referrer.id).first()).toEqual({ entries: 1, cents: 2999 + 1 })
  await reconcile(Date.now() - DAY)
  const { results } = await env.DB.prepare('SELECT id, kind FROM reconciliation_findings WHERE subject = ?')
    .bind(`payment:${second}`)
    .all<{ id: number; kind: string }>()
  expect(results.map(({ kind }) => kind)).toEqual(['needs-attention'])
  await admin.post(`/api/recovery/findings/${results[0]?.id}/repair`, {})
  expect((await booksOf(second)).grants).toEqual([])
})

test('further prepaid months, a renewal, and a purchase after the updates ended are no second payments', async () => {
  const user = await aConfirmedUser()
  for (let month = 0; month < 2; month++) await happens(() => sandbox.payByCryptoLink('premium', user.email))
  const product = await aProduct({ priceCents: 4900 })
  await happens(() => sandbox.payByLink('monad', user.email, product.id))
  await env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE user_id = ? AND script_id = ?')
    .bind(addMonths(Date.now() - DAY, -3), user.id, product.id)
    .run()
  await happens(() => sandbox.payByLink('monad', user.email, product.id))
  const subscriber = await aConfirmedUser()
  const { checkoutId } = await bought(subscriber, PREMIUM_ID, 'subscription')
  const subscription = String((await sandbox.session(checkoutId))?.subscription)
  await happens(() => sandbox.subscription(subscription, 'renew'))
  const all = [...(await paymentsOf(user.email)), ...(await paymentsOf(subscriber.email))]
  expect(all).toHaveLength(6)
  for (const { id } of all) expect((await moneyOf(id)).refunds).toEqual([])
})

test('the first payment stays refundable after the second payment was refunded', async () => {
  const user = await aConfirmedUser()
  for (let time = 0; time < 2; time++) await happens(() => sandbox.payByLink('lifetime', user.email))
  await sweepAll()
  const { data } = await user.get<Purchase[]>('/api/user/purchases')
  const verdicts = data.map(({ isSecondPayment, status, refundable }) => [
    isSecondPayment,
    status,
    refundable.verdict,
  ])
  expect(verdicts).toEqual([
    [true, 'refunded', 'no'],
    [false, 'completed', 'at-once'],
  ])
  expect(data[0]?.product.id).toBe(LIFETIME_ID)
})
