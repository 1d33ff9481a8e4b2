import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#shared/core/time.ts'
import type { PaymentView, Trial } from '#shared/payments/contract.ts'
import { aRegisteredUser, aUser, confirmAddress, type SignedIn } from '../../../testing/clients.ts'
import { aCoupon, inputOf, type Refused } from '../../../testing/coupons.ts'
import { momentsUpTo, patience } from '../../../testing/depth.ts'
import { consumeLater, mortal, sweepEverything } from '../../../testing/mortal.ts'
import { aProduct } from '../../../testing/products.ts'
import { booksOf, buy, deliver, happens, moneyOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique, withPausedQueue } from '../../../testing/shop.ts'
import {
  aTrialProduct,
  MONTHLY_CENTS,
  openTrial,
  startTrial,
  subscriptionOf,
  TRIAL_DAYS,
} from '../../../testing/subscriptions/trials.ts'
import { sweepReminders } from '../reminders/sweep-reminders.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

const templatesTo = async (email: string) => (await mailsQueuedTo(email)).map(({ template }) => template)

const trialOf = async (user: SignedIn, productId: number) =>
  (await user.get<Trial | null>(`/api/payment/trial?productId=${productId}`)).data

const viewOf = async (user: SignedIn, paymentId: number) =>
  (await user.get<PaymentView>(`/api/payment/${paymentId}`)).data

const atStripe = async (checkoutId: string) => {
  const session = await sandbox.session(checkoutId)
  return sandbox.stripeSubscription(String(session?.subscription))
}

const grants = async (paymentId: number) => (await booksOf(paymentId)).grants.length

const shopTotals = () =>
  env.DB.prepare('SELECT revenue_cents AS revenue, mrr_cents AS mrr FROM shop_totals').first<{
    revenue: number
    mrr: number
  }>()

describe('a trial', () => {
  // invariant: trial-is-free
  test('opens access without a charge, a ledger entry, an invoice, a commission or revenue', async () => {
    const affiliate = await aUser()
    const code = await env.DB.prepare('SELECT referral_code FROM users WHERE id = ?')
      .bind(affiliate.id)
      .first<string>('referral_code')
    const user = await aRegisteredUser({ referralCode: code })
    const { id: productId } = await aTrialProduct()
    const before = await shopTotals()
    const { paymentId, checkoutId, subscription, events } = await startTrial(user, productId)
    const session = await sandbox.session(checkoutId)
    expect(session).toMatchObject({
      amount_total: 0,
      payment_status: 'no_payment_required',
      status: 'complete',
    })
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['setup_intent.succeeded', 'invoice.paid', 'checkout.session.completed']),
    )
    expect(subscription).toMatchObject({ status: 'trialing', monthlyCents: 0 })
    expect(subscription?.trialEndsAt).toBeGreaterThan(Date.now() + (TRIAL_DAYS - 1) * DAY)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', paid: 0, ledger: [], refunds: [] })
    expect(await grants(paymentId)).toBe(1)
    const none = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM invoices WHERE payment_id = ?1) AS invoices,
        (SELECT count(*) FROM referrals WHERE payment_id = ?1) AS commissions`,
    )
      .bind(paymentId)
      .first()
    expect(none).toEqual({ invoices: 0, commissions: 0 })
    expect(await shopTotals()).toEqual(before)
    expect((await user.get(`/api/download/file/${productId}`)).status).toBe(200)
    const [receipt] = (await mailsQueuedTo(user.email)).filter(({ template }) => template === 'receipt')
    expect(JSON.parse(String(receipt?.data))).toMatchObject({
      amountCents: 0,
      trialDays: TRIAL_DAYS,
      renewalCents: MONTHLY_CENTS,
      renewsAt: subscription?.trialEndsAt,
    })
    expect(await viewOf(user, paymentId)).toMatchObject({
      trialDays: TRIAL_DAYS,
      discountAmount: 0,
      amount: 0,
    })
    const own = await user.get<{ trialEndsAt: string; monthlyPrice: number }[]>('/api/user/subscriptions')
    expect(own.data[0]).toMatchObject({
      status: 'trialing',
      monthlyPrice: MONTHLY_CENTS / 100,
      trialEndsAt: new Date(subscription?.trialEndsAt ?? 0).toISOString(),
    })
  })

  test('asks Stripe for the days, for a card, and to end the subscription where the card is removed', async () => {
    const { id } = await aTrialProduct()
    const { checkoutId } = await openTrial(await aUser(), id)
    const session = await sandbox.session(checkoutId)
    expect(session).toMatchObject({ mode: 'subscription', amount_subtotal: 0, amount_total: 0 })
  })

  test('is not offered for crypto, without a flag in the request, or together with a coupon', async () => {
    const user = await aUser()
    const { id } = await aTrialProduct()
    const plain = await buy(user, id, 'subscription')
    expect((await moneyOf(plain.paymentId)).paid).toBe(MONTHLY_CENTS)
    const { id: couponId } = await aCoupon({ appliesTo: 'all' })
    const both = inputOf(user, id, { purchaseType: 'subscription', trial: true, couponId })
    const refused = await user.post<Refused>('/api/payment/create', both)
    expect([refused.status, refused.data.code]).toEqual([409, 'coupon-refused'])
    const oneTime = await aProduct()
    const none = await user.post<Refused>('/api/payment/create', inputOf(user, oneTime.id, { trial: true }))
    expect([none.status, none.data.code]).toEqual([409, 'trial-refused'])
    expect(await trialOf(user, oneTime.id)).toBeNull()
  })
})

// invariant: once-per-person
describe('a second trial', () => {
  test('is not offered to the same account, and its checkout is refused before anything is paid', async () => {
    const user = await aUser()
    const { id } = await aTrialProduct()
    await confirmAddress(user)
    expect(await trialOf(user, id)).toEqual({ days: TRIAL_DAYS, refusal: null })
    await startTrial(user, id)
    const other = await aTrialProduct()
    expect(await trialOf(user, other.id)).toEqual({ days: TRIAL_DAYS, refusal: 'used' })
    const order = inputOf(user, other.id, { purchaseType: 'subscription', trial: true })
    const refused = await user.post<Refused>('/api/payment/create', order)
    expect([refused.status, refused.data]).toEqual([
      409,
      { code: 'trial-refused', amount: MONTHLY_CENTS / 100, originalAmount: MONTHLY_CENTS / 100 },
    ])
  })

  test('is not offered after the account was deleted, by the mailbox written in another way', async () => {
    const { id } = await aTrialProduct()
    const name = unique('eve').replaceAll('-', '')
    const rename = (user: SignedIn, email: string) =>
      env.DB.prepare('UPDATE users SET email = ?1, email_key = ?1, email_identity = ?2 WHERE id = ?3')
        .bind(email, `${name}@gmail.com`, user.id)
        .run()
    const first = await aUser()
    await rename(first, `${name}@gmail.com`)
    const { checkoutId } = await startTrial(first, id)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password: first.password })
    expect((await first.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
    expect((await atStripe(checkoutId))?.status).toBe('canceled')
    const again = await aUser()
    await rename(again, `${name}+again@gmail.com`)
    await confirmAddress(again)
    expect(await trialOf(again, id)).toEqual({ days: TRIAL_DAYS, refusal: 'used' })
  })

  test('is not offered while the address is unconfirmed', async () => {
    const user = await aUser()
    const { id } = await aTrialProduct()
    expect(await trialOf(user, id)).toEqual({ days: TRIAL_DAYS, refusal: 'unconfirmed' })
  })

  test('with the same card is cancelled at Stripe at once, charges and grants nothing, and its buyer is told', async () => {
    const { id } = await aTrialProduct()
    const { card } = await startTrial(await aUser(), id)
    const other = await aUser()
    const { paymentId, checkoutId } = await startTrial(other, id, card)
    expect((await atStripe(checkoutId))?.status).toBe('canceled')
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'failed', ledger: [], refunds: [] })
    expect([await grants(paymentId), await subscriptionOf(paymentId)]).toEqual([0, null])
    expect(await viewOf(other, paymentId)).toMatchObject({ status: 'failed', trialStopped: 'used' })
    expect(await templatesTo(other.email)).toContain('trial-stopped')
    // Later events about the page change nothing, and tell nobody again.
    for (const event of (await sandbox.allEvents())
      .filter(({ type }) => type === 'checkout.session.completed')
      .slice(-1))
      await deliver(await sandbox.signed(event.id))
    expect((await templatesTo(other.email)).filter((name) => name === 'trial-stopped')).toHaveLength(1)
    // Without the free days the same card subscribes as usual.
    const plain = await buy(other, id, 'subscription')
    await happens(() => sandbox.pay(plain.checkoutId, card))
    expect(await grants(plain.paymentId)).toBe(1)
  })

  test('that was stopped gets no reminder of an unfinished checkout; one that was left open names its free days', async () => {
    const { id } = await aTrialProduct()
    const { card } = await startTrial(await aUser(), id)
    const [stopped, left] = [await aUser(), await aUser()]
    const opened = await openTrial(stopped, id, { remind: true })
    await happens(() => sandbox.pay(opened.checkoutId, card))
    await openTrial(left, id, { remind: true })
    await sweepReminders(depsOf(), Date.now() + 5 * HOUR)
    expect(await mailsQueuedTo(stopped.email, 'checkout-reminder')).toEqual([])
    const [reminder] = await mailsQueuedTo(left.email, 'checkout-reminder')
    expect(JSON.parse(String(reminder?.data))).toMatchObject({ trialDays: TRIAL_DAYS })
  })

  test('with one card at the same moment: the index lets one through', async () => {
    const { id } = await aTrialProduct()
    const card = unique('fp')
    const both = await Promise.all([aUser(), aUser()].map(async (user) => openTrial(await user, id)))
    const events = []
    for (const { checkoutId } of both)
      events.push(...(await sandbox.eventsOf(() => sandbox.pay(checkoutId, card))))
    const completed = events.filter(({ type }) => type === 'checkout.session.completed')
    const signed = await Promise.all(completed.map((event) => sandbox.signed(event.id)))
    await Promise.all(signed.map((one) => deliver(one)))
    expect((await Promise.all(both.map(({ paymentId }) => grants(paymentId)))).toSorted()).toEqual([0, 1])
    const states = await Promise.all(both.map(async ({ checkoutId }) => (await atStripe(checkoutId))?.status))
    expect(states.toSorted()).toEqual(['canceled', 'trialing'])
  })
})

// invariant: crash-safe
describe('a Worker that dies', () => {
  const paid = async (card?: string) => {
    const user = await aUser()
    const { id } = await aTrialProduct()
    const opened = await openTrial(user, id)
    const events = await sandbox.eventsOf(() => sandbox.pay(opened.checkoutId, card))
    const event = events.find(({ type }) => type === 'checkout.session.completed')
    return { user, ...opened, signed: await sandbox.signed(event?.id ?? '') }
  }

  test(
    'at any call while it settles a trial leaves one grant, one receipt and one use after the sweeps',
    async () => {
      const rehearsal = mortal(withPausedQueue().bindings, null)
      await deliver((await paid()).signed, rehearsal.bindings)
      for (const at of momentsUpTo(rehearsal.count.calls)) {
        const { user, paymentId, signed } = await paid()
        const { bindings, sent } = withPausedQueue()
        await deliver(signed, mortal(bindings, at).bindings).catch(() => undefined)
        await sweepEverything(bindings, Date.now() + HOUR)
        await consumeLater(sent, bindings)
        const uses = await env.DB.prepare('SELECT count(*) AS n FROM identity_uses WHERE payment_id = ?')
          .bind(paymentId)
          .first<number>('n')
        const { payment, grants: given, mails } = await booksOf(paymentId)
        expect(
          [payment?.status, given.length, mails.map(({ status }) => status), uses],
          `call ${at}`,
        ).toEqual(['completed', 1, ['sent'], 3])
        expect((await sandbox.mails(user.email)).length, `call ${at}`).toBe(1)
      }
    },
    patience(120_000),
  )

  test(
    'at any call while it stops a second trial leaves it ended at Stripe, without access, and one mail',
    async () => {
      const { id } = await aTrialProduct()
      const { card } = await startTrial(await aUser(), id)
      const rehearsal = mortal(withPausedQueue().bindings, null)
      await deliver((await paid(card)).signed, rehearsal.bindings)
      for (const at of momentsUpTo(rehearsal.count.calls)) {
        const { user, paymentId, checkoutId, signed } = await paid(card)
        const { bindings, sent } = withPausedQueue()
        await deliver(signed, mortal(bindings, at).bindings).catch(() => undefined)
        await sweepEverything(bindings, Date.now() + HOUR)
        await consumeLater(sent, bindings)
        expect((await atStripe(checkoutId))?.status, `call ${at}`).toBe('canceled')
        expect([(await moneyOf(paymentId)).status, await grants(paymentId)], `call ${at}`).toEqual([
          'failed',
          0,
        ])
        expect((await sandbox.mails(user.email)).length, `call ${at}`).toBe(1)
      }
    },
    patience(120_000),
  )
})
