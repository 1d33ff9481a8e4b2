import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { ContractView } from '#shared/contracts/contract.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { FAILING_CARD } from '../../../../sandbox/stripe/objects/card.ts'
import { aRegisteredUser, aUser, type SignedIn } from '../../testing/clients.ts'
import { stockPlans } from '../../testing/products.ts'
import { bought, deliver, happens, moneyOf, sign } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { aTrialProduct, MONTHLY_CENTS, startTrial, TRIAL_DAYS } from '../../testing/subscriptions/trials.ts'
import { sweepUpgrades } from '../payments/upgrades/end-upgraded.ts'
import { sweepTrials } from './sweep-trials.ts'

beforeEach(sandbox.calm)
afterEach(() => {
  vi.useRealTimers()
})

const HEADERS = { 'content-type': 'application/json' }

async function aTrial(user: SignedIn, card?: string) {
  // The test moves the clock past the end of the login.
  await env.DB.prepare('UPDATE sessions SET expire = ?1, last_seen_at = ?1 WHERE user_id = ?2')
    .bind(Date.now() + 100 * DAY, user.id)
    .run()
  const { id: productId } = await aTrialProduct()
  const started = await startTrial(user, productId, card)
  const { id = 0, stripeId = '', trialEndsAt = 0 } = started.subscription ?? {}
  return { ...started, user, productId, id, stripeId, endsAt: trialEndsAt }
}

/** Lets something happen at Stripe, and delivers its events signed at the shop's own time, which a test may have moved. */
async function happensThen(doing: () => Promise<unknown>) {
  const events = await sandbox.eventsOf(doing)
  for (const { event } of events) expect((await deliver(await sign(JSON.stringify(event)))).status).toBe(200)
  return events
}

const mailsOf = async (user: SignedIn, template: string) =>
  (await mailsQueuedTo(user.email))
    .filter((mail) => mail.template === template)
    .map(({ data }) => JSON.parse(String(data)) as Record<string, unknown>)

const opens = async (user: SignedIn, productId: number) =>
  (await user.get(`/api/download/file/${productId}`)).status === 200

const own = async (user: SignedIn) => (await user.get<Subscription[]>('/api/user/subscriptions')).data[0]

const paymentsOf = async (user: SignedIn) =>
  (
    await env.DB.prepare(
      'SELECT id, status, amount_cents AS cents FROM payments WHERE user_id = ? ORDER BY id',
    )
      .bind(user.id)
      .all<{ id: number; status: string; cents: number }>()
  ).results

const remindAt = async (at: number) => {
  vi.setSystemTime(at)
  await Promise.all([sweepTrials(depsOf(), at), sweepTrials(depsOf(), at)])
}

describe('the life of a trial', () => {
  // invariant: trial-is-free
  test('is a reminder three days before, and the first month at its end, with commission and revenue', async () => {
    const affiliate = await aUser()
    const code = await env.DB.prepare('SELECT referral_code FROM users WHERE id = ?')
      .bind(affiliate.id)
      .first<string>('referral_code')
    const user = await aRegisteredUser({ referralCode: code })
    const { productId, stripeId, endsAt, id } = await aTrial(user)
    await remindAt(endsAt - 3 * DAY - HOUR)
    expect(await mailsOf(user, 'trial-ending')).toEqual([])
    const announced = await happensThen(() => sandbox.subscription(stripeId, 'announce-trial-end'))
    expect(announced.map(({ type }) => type)).toEqual(['customer.subscription.trial_will_end'])
    await remindAt(endsAt - 3 * DAY)
    await remindAt(endsAt - DAY)
    const reminders = await mailsOf(user, 'trial-ending')
    expect(reminders).toMatchObject([{ subscriptionId: id, endsAt, monthlyCents: MONTHLY_CENTS }])
    vi.setSystemTime(endsAt + HOUR)
    const events = await happensThen(() => sandbox.subscription(stripeId, 'end-trial'))
    const paid = events.find(({ type }) => type === 'invoice.paid')
    expect(paid?.event.data.object).toMatchObject({
      billing_reason: 'subscription_cycle',
      total: MONTHLY_CENTS,
    })
    const [trial, month] = await paymentsOf(user)
    expect([trial?.cents, month?.cents, month?.status]).toEqual([0, MONTHLY_CENTS, 'completed'])
    expect(await moneyOf(month?.id ?? 0)).toMatchObject({ ledger: [`capture ${MONTHLY_CENTS}`] })
    const row = await env.DB.prepare(
      `SELECT s.monthly_cents AS mrr, (SELECT sum(r.commission_cents) FROM referrals r WHERE r.referrer_id = ?2) AS earned
      FROM subscriptions s WHERE s.id = ?1`,
    )
      .bind(id, affiliate.id)
      .first()
    expect(row).toEqual({ mrr: MONTHLY_CENTS, earned: MONTHLY_CENTS / 10 })
    expect(await own(user)).toMatchObject({ status: 'active', trialEndsAt: null })
    expect(await opens(user, productId)).toBe(true)
  })

  test('ends without a charge where it is cancelled, exactly at the end of its days, and reminds nobody', async () => {
    const user = await aUser()
    const { productId, stripeId, endsAt, id } = await aTrial(user)
    const answer = await user.post(`/api/user/subscriptions/${id}/cancel`)
    expect(answer.status).toBe(200)
    expect(await mailsOf(user, 'subscription-cancelled')).toMatchObject([{ until: endsAt, isTrial: true }])
    await remindAt(endsAt - DAY)
    expect(await mailsOf(user, 'trial-ending')).toEqual([])
    vi.setSystemTime(endsAt - 1000)
    expect(await opens(user, productId)).toBe(true)
    vi.setSystemTime(endsAt + 1)
    expect(await opens(user, productId)).toBe(false)
    await happensThen(() => sandbox.subscription(stripeId, 'end-trial'))
    expect((await paymentsOf(user)).map(({ cents }) => cents)).toEqual([0])
    expect(await own(user)).toMatchObject({ status: 'canceled' })
  })

  test('ends access at the end of its days where the card fails, and opens it again once it pays', async () => {
    const user = await aUser()
    const { productId, stripeId, endsAt } = await aTrial(user, FAILING_CARD)
    vi.setSystemTime(endsAt + HOUR)
    const events = await happensThen(() => sandbox.subscription(stripeId, 'end-trial'))
    expect(events.map(({ type }) => type)).toContain('invoice.payment_failed')
    expect(await own(user)).toMatchObject({
      status: 'past_due',
      graceEndsAt: new Date(endsAt).toISOString(),
    })
    expect(await opens(user, productId)).toBe(false)
    expect(await mailsOf(user, 'renewal-failed')).toMatchObject([{ until: endsAt, firstCharge: true }])
    await happensThen(() => sandbox.subscription(stripeId, 'renew'))
    expect(await opens(user, productId)).toBe(true)
    expect((await paymentsOf(user)).map(({ status, cents }) => `${status} ${cents}`)).toEqual([
      'completed 0',
      `completed ${MONTHLY_CENTS}`,
    ])
    // Later failures have the usual days of grace.
    vi.setSystemTime(endsAt + 32 * DAY)
    await happensThen(() => sandbox.subscription(stripeId, 'fail'))
    expect(await own(user)).toMatchObject({ status: 'past_due' })
  })

  test('of up to three days is announced by its receipt alone at first', async () => {
    const user = await aUser()
    const { endsAt, id } = await aTrial(user)
    await env.DB.prepare('UPDATE subscriptions SET trial_ends_at = ?, created_at = ? WHERE id = ?')
      .bind(endsAt, endsAt - 2 * DAY, id)
      .run()
    await remindAt(endsAt - 2 * DAY + HOUR)
    expect(await mailsOf(user, 'trial-ending')).toEqual([])
    await remindAt(endsAt - HOUR)
    expect(await mailsOf(user, 'trial-ending')).toHaveLength(1)
  })
})

describe('a withdrawal', () => {
  // invariant: withdrawn-once
  test('from a trial ends it at Stripe at once, with nothing to refund', async () => {
    const user = await aUser()
    const { paymentId, productId, stripeId } = await aTrial(user)
    const contracts = async () => (await user.get<ContractView[]>('/api/contracts')).data
    expect(await contracts()).toMatchObject([{ paymentId, amount: 0, verdict: 'open' }])
    const answers = []
    for (let n = 0; n < 2; n += 1)
      answers.push(
        await user.post<{ reference: string }>('/api/contracts/withdraw', { paymentId, name: 'Ada' }),
      )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.data).toEqual(answers[1]?.data)
    expect((await sandbox.stripeSubscription(stripeId))?.status).toBe('canceled')
    expect(await opens(user, productId)).toBe(false)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', refunds: [] })
    expect(await mailsOf(user, 'withdrawal-received')).toMatchObject([{ amountCents: 0 }])
    expect(await contracts()).toMatchObject([{ verdict: 'withdrawn' }])
  })

  test('after the first paid month is from that month, and refunds it', async () => {
    const user = await aUser()
    const { stripeId } = await aTrial(user)
    await happens(() => sandbox.subscription(stripeId, 'end-trial'))
    const [, month] = await paymentsOf(user)
    const { data } = await user.get<ContractView[]>('/api/contracts')
    expect(data).toMatchObject([{ paymentId: month?.id, amount: MONTHLY_CENTS / 100, verdict: 'open' }])
    const body = JSON.stringify({ paymentId: month?.id, name: 'Ada' })
    expect((await user.fetch('POST', '/api/contracts/withdraw', HEADERS, body)).status).toBe(200)
    expect(await moneyOf(month?.id ?? 0)).toMatchObject({ status: 'refunded', sum: 0 })
  })
})

test('trial days of Premium are not credited to Lifetime, and its first charge is stopped once Lifetime is bought', async () => {
  await stockPlans()
  await env.DB.prepare('UPDATE scripts SET trial_days = ? WHERE id = ?').bind(TRIAL_DAYS, PREMIUM_ID).run()
  const user = await aUser()
  const { subscription } = await startTrial(user, PREMIUM_ID)
  expect((await user.get('/api/payment/upgrade')).data).toBeNull()
  const { paymentId } = await bought(user, LIFETIME_ID)
  expect((await moneyOf(paymentId)).paid).toBe(29_999)
  await sweepUpgrades(depsOf(), Date.now() + 1, Date.now() + 60_000)
  const atStripe = await sandbox.stripeSubscription(subscription?.stripeId ?? '')
  expect(atStripe).toMatchObject({ status: 'trialing', cancel_at_period_end: true })
  await env.DB.prepare('UPDATE scripts SET trial_days = 0 WHERE id = ?').bind(PREMIUM_ID).run()
})
