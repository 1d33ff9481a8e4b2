import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { readHub } from '../../testing/hubs.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, deliver } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { sweepPayments } from '../payments/unsettled/sweep-payments.ts'
import { openPortal } from './open-portal.ts'
import { sweepSubscriptions } from './sweep-subscriptions.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

async function aSubscriber() {
  const [user, script] = [await aUser(), await aProduct()]
  const { events } = await bought(user, PREMIUM_ID, 'subscription')
  const row = await env.DB.prepare(
    'SELECT id, stripe_subscription_id AS stripe FROM subscriptions WHERE user_id = ?',
  )
    .bind(user.id)
    .first<{ id: number; stripe: string }>()
  const history = [...events]
  return {
    user,
    id: row?.id ?? 0,
    stripeId: row?.stripe ?? '',
    /** Makes a change at the provider, then delivers all events so far out of order, the new ones twice. */
    happens: async (verb: Parameters<typeof sandbox.subscription>[1]) => {
      const fresh = await sandbox.eventsOf(() => sandbox.subscription(row?.stripe ?? '', verb))
      history.push(...fresh)
      for (const { id } of shuffled([...history, ...fresh])) {
        expect((await deliver(await sandbox.signed(id))).status).toBe(200)
      }
    },
    opens: async () => (await user.get(`/api/download/file/${script.id}`)).status === 200,
    own: async () => (await user.get<Subscription[]>('/api/user/subscriptions')).data[0],
  }
}

/** The same order in every run, so without Math.random. */
const shuffled = <T>(all: T[]): T[] =>
  all
    .map((one, index) => ({ one, key: (index * 7919 + 13) % 31 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)

const toldTo = async ({ id, email }: SignedIn) => ({
  mails: (await mailsQueuedTo(email)).map(({ template }) => template).filter((one) => one !== 'welcome'),
  bell: (await readHub(id)).kept.map(({ title }) => title).toReversed(),
})

const paymentsOf = async (user: SignedIn) =>
  (
    await env.DB.prepare('SELECT status, amount_cents AS cents FROM payments WHERE user_id = ? ORDER BY id')
      .bind(user.id)
      .all<{ status: string; cents: number }>()
  ).results

describe('a card subscription', () => {
  test('notifies its owner of each change once, with every event repeated and out of order', async () => {
    const { user, id, stripeId, happens, opens, own } = await aSubscriber()
    await happens('renew')
    expect((await paymentsOf(user)).map(({ status }) => status)).toEqual(['completed', 'completed'])
    await happens('fail')
    expect(await own()).toMatchObject({ status: 'past_due', nextBillingDate: null })
    expect(await opens()).toBe(true)
    await happens('fail')
    await happens('renew')
    expect(await own()).toMatchObject({ status: 'active', pastDueSince: null, graceEndsAt: null })
    await user.post(`/api/user/subscriptions/${id}/cancel`)
    await user.post(`/api/user/subscriptions/${id}/resume`)
    await user.post(`/api/user/subscriptions/${id}/cancel`)
    expect(await opens()).toBe(true)
    // The period ends.
    await happens('renew')
    expect(await own()).toMatchObject({ status: 'canceled', nextBillingDate: null, monthlyPrice: 29.99 })
    expect(await opens()).toBe(false)
    expect(await depsOf().providers.stripe.findSubscription(stripeId)).toMatchObject({ status: 'canceled' })

    expect(await toldTo(user)).toEqual({
      mails: [
        'receipt',
        'receipt',
        'renewal-failed',
        'renewal-recovered',
        'receipt',
        'subscription-cancelled',
        'subscription-resumed',
        'subscription-cancelled',
      ],
      bell: [
        'Subscription started',
        'Subscription renewed',
        'Payment failed',
        'Payment recovered',
        'Subscription renewed',
        'Subscription cancelled',
        'Subscription resumed',
        'Subscription cancelled',
        'Subscription ended',
      ],
    })
    const receipts = (await paymentsOf(user)).map(({ cents }) => cents)
    expect(receipts).toEqual([2999, 2999, 2999])
  }, 30_000)

  test('notifies its owner of two changes in the same millisecond', async () => {
    const { user, id } = await aSubscriber()
    stopClock()
    expect((await user.post(`/api/user/subscriptions/${id}/cancel`)).status).toBe(200)
    expect((await user.post(`/api/user/subscriptions/${id}/resume`)).status).toBe(200)
    expect((await toldTo(user)).bell.slice(-2)).toEqual(['Subscription cancelled', 'Subscription resumed'])
  })

  test('mails the day until which it stays open, and after a resumption the day and amount of its renewal', async () => {
    const { user, id, own } = await aSubscriber()
    const until = Date.parse((await own())?.nextBillingDate ?? '')
    await user.post(`/api/user/subscriptions/${id}/cancel`)
    await user.post(`/api/user/subscriptions/${id}/resume`)
    const [, cancelled, resumed] = (await mailsQueuedTo(user.email)).filter(
      ({ template }) => template !== 'welcome',
    )
    expect(JSON.parse(cancelled?.data ?? '')).toMatchObject({ until })
    expect(JSON.parse(resumed?.data ?? '')).toMatchObject({ renewsAt: until, monthlyCents: 2999 })
  })

  test('that stays unpaid loses access at once and notifies its owner; a payment restores access', async () => {
    const { user, happens, opens, own } = await aSubscriber()
    await happens('fail')
    await happens('give-up')
    expect((await own())?.status).toBe('unpaid')
    expect(await opens()).toBe(false)
    await happens('renew')
    expect((await own())?.status).toBe('active')
    expect(await opens()).toBe(true)
    expect((await toldTo(user)).mails).toEqual([
      'receipt',
      'renewal-failed',
      'subscription-ended',
      'renewal-recovered',
      'receipt',
    ])
  }, 30_000)

  test('that ends after failed payments notifies its owner once, and can be started again', async () => {
    const { user, happens, opens, own } = await aSubscriber()
    await happens('fail')
    await happens('cancel')
    expect((await own())?.status).toBe('canceled')
    expect(await opens()).toBe(false)
    expect((await toldTo(user)).mails).toEqual(['receipt', 'renewal-failed', 'subscription-ended'])
    await bought(user, PREMIUM_ID, 'subscription')
    expect(await opens()).toBe(true)
    expect((await own())?.status).toBe('active')
  })

  test('whose events are lost notifies its owner by the sweep of subscriptions or of payments', async () => {
    const { user, stripeId } = await aSubscriber()
    await sandbox.subscription(stripeId, 'fail')
    const deps = depsOf()
    await env.DB.prepare('UPDATE subscriptions SET current_period_end = 1, updated_at = 1 WHERE user_id = ?')
      .bind(user.id)
      .run()
    await Promise.all([sweepSubscriptions(deps, Date.now()), sweepSubscriptions(deps, Date.now())])
    await deps.idle()
    expect((await toldTo(user)).mails).toEqual(['receipt', 'renewal-failed'])
    const events = await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'renew'))
    // Only the invoice is known: its webhooks are lost, and the sweep of payments runs first.
    expect(events.length).toBeGreaterThan(0)
    const { openRenewal } = await import('../payments/webhooks/open-renewal.ts')
    const invoice = events.find(({ type }) => type === 'invoice.paid')?.object ?? ''
    await openRenewal(deps.db, deps.providers.stripe, invoice, Date.now())
    await sweepPayments(deps, Date.now() + HOUR)
    await sweepSubscriptions(deps, Date.now() + 2 * HOUR)
    await deps.idle()
    const { mails } = await toldTo(user)
    expect(mails.filter((one) => one === 'renewal-recovered')).toHaveLength(1)
  })

  test('of a guest notifies by mail only', async () => {
    const email = `guest-${crypto.randomUUID().slice(0, 8)}@mail.test`
    for (const { id } of await sandbox.eventsOf(() => sandbox.payByLink('premium', email)))
      await deliver(await sandbox.signed(id))
    const row = await env.DB.prepare('SELECT stripe_subscription_id AS id FROM subscriptions WHERE email = ?')
      .bind(email)
      .first<{ id: string }>()
    for (const { id } of await sandbox.eventsOf(() => sandbox.subscription(row?.id ?? '', 'fail')))
      await deliver(await sandbox.signed(id))
    expect((await mailsQueuedTo(email)).map(({ template }) => template)).toEqual([
      'receipt',
      'renewal-failed',
    ])
  })
})

describe('a subscription that Stripe does not know', () => {
  test('is reported to support after its period, and is marked ended once its access has expired', async () => {
    const { user, id, own } = await aSubscriber()
    const deps = depsOf()
    const lose = (end: number) =>
      env.DB.prepare(
        "UPDATE subscriptions SET stripe_subscription_id = 'sub_lost' || id, current_period_end = ?, updated_at = 1 WHERE id = ?",
      )
        .bind(end, id)
        .run()
    const alerts = async () =>
      (
        await env.DB.prepare('SELECT to_address FROM email_deliveries WHERE key = ?')
          .bind(`subscription-lost:${id}`)
          .all()
      ).results
    await lose(Date.now() + DAY)
    await sweepSubscriptions(deps, Date.now())
    expect(await alerts()).toEqual([])
    await lose(Date.now() - HOUR)
    await sweepSubscriptions(deps, Date.now())
    expect(await alerts()).toEqual([{ to_address: deps.config.supportEmail }])
    expect((await own())?.status).toBe('active')
    await lose(Date.now() - 3 * DAY)
    await sweepSubscriptions(deps, Date.now())
    await deps.idle()
    expect((await own())?.status).toBe('canceled')
    expect(await alerts()).toHaveLength(1)
    expect((await toldTo(user)).bell.at(-1)).toBe('Subscription ended')
  })
})

describe('the billing portal', () => {
  test('leads to the page of the user’s own customer; a user who never subscribed by card gets 404', async () => {
    const { user } = await aSubscriber()
    const opened = await user.post<{ url: string }>('/api/user/billing-portal')
    expect(opened.status, opened.text).toBe(200)
    const page = await env.SANDBOX?.fetch(opened.data.url)
    const html = (await page?.text()) ?? ''
    expect(html).toContain(user.email)
    expect(html).toContain('/dashboard?tab=subscriptions')
    const nobody = await (await aUser()).post('/api/user/billing-portal')
    expect([nobody.status, nobody.message]).toEqual([404, 'There is no subscription by card to manage.'])
    await sandbox.faults({ stripeApi: 'fail' })
    expect((await user.post('/api/user/billing-portal')).status).toBe(503)
  })

  test('of several customers is that of an unpaid subscription, then of an active one', async () => {
    const { user, id, happens } = await aSubscriber()
    const other = await aProduct({ isSubscription: true })
    await bought(user, other.id, 'subscription')
    const { results } = await env.DB.prepare(
      'SELECT stripe_customer_id AS customer FROM subscriptions WHERE user_id = ? ORDER BY id',
    )
      .bind(user.id)
      .all<{ customer: string }>()
    const [first, second] = results.map(({ customer }) => customer)
    const deps = depsOf()
    const stripe = { ...deps.providers.stripe, openPortal: async (customer: string) => customer }
    const opened = () => openPortal({ ...deps, providers: { ...deps.providers, stripe } }, user.id)
    expect(await opened()).toBe(second)
    await happens('fail')
    expect(await opened()).toBe(first)
    await happens('renew')
    expect(await opened()).toBe(second)
    await env.DB.prepare("UPDATE subscriptions SET status = 'canceled' WHERE user_id = ? AND id <> ?")
      .bind(user.id, id)
      .run()
    expect(await opened()).toBe(first)
  })

  test('of a customer unknown to the provider is refused with advice; too many requests get 429', async () => {
    stopClock()
    const { user } = await aSubscriber()
    await env.DB.prepare("UPDATE subscriptions SET stripe_customer_id = 'cus_none' WHERE user_id = ?")
      .bind(user.id)
      .run()
    const refused = await user.post('/api/user/billing-portal')
    expect([refused.status, refused.message]).toEqual([
      409,
      'The payment provider could not open its billing page. Please write to support.',
    ])
    const answers = await Promise.all(Array.from({ length: 12 }, () => user.post('/api/user/billing-portal')))
    expect(answers.map(({ status }) => status)).toContain(429)
  })
})
