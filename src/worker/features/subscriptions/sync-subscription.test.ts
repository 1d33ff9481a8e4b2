import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { ProviderDown } from '../../providers/payment-provider.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { booksOf, bought, buy, deliver } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { sweepEvents } from '../payments/webhooks/sweep-events.ts'
import { sweepSubscriptions } from './sweep-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

type Row = {
  id: number
  status: string
  stripe_subscription_id: string
  current_period_start: number
  current_period_end: number
  past_due_since: number | null
  ended_at: number | null
}
const rowsOf = async (user: SignedIn) =>
  (await env.DB.prepare('SELECT * FROM subscriptions WHERE user_id = ?').bind(user.id).all<Row>()).results
const rowOf = async (user: SignedIn): Promise<Row> => {
  const [row, ...more] = await rowsOf(user)
  expect(more).toEqual([])
  if (!row) throw new Error('No subscription was stored')
  return row
}

async function aSubscriber() {
  const [user, script] = [await aUser(), await aProduct()]
  const purchase = await bought(user, PREMIUM_ID, 'subscription')
  const row = await rowOf(user)
  const opens = async () => (await user.get(`/api/download/file/${script.id}`)).status === 200
  return { user, script, ...purchase, stripeId: row.stripe_subscription_id, opens }
}

describe('after subscription events', () => {
  test('a change is applied later where our row is dated ahead by a wrong clock', async () => {
    const { user, stripeId } = await aSubscriber()
    // This sweep handles the events from before the settlement, so that they cause no later sync.
    await sweepEvents(depsOf(), Date.now() + 5 * MINUTE)
    await env.DB.prepare('UPDATE subscriptions SET observed_at = ? WHERE stripe_subscription_id = ?')
      .bind(Date.now() + 10 * MINUTE, stripeId)
      .run()
    const failed = await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'fail'))
    // Only this event of the failure arrives.
    const [updated] = failed.filter(({ type }) => type === 'customer.subscription.updated')
    expect((await deliver(await sandbox.signed(updated?.id ?? ''))).status).toBe(200)
    expect((await rowOf(user)).status).toBe('active')
    await sweepEvents(depsOf(), Date.now() + HOUR)
    expect((await rowOf(user)).status).toBe('past_due')
  })

  test('our own cancellation is applied at once, even where our row is dated an hour ahead', async () => {
    const { user, stripeId } = await aSubscriber()
    await env.DB.prepare('UPDATE subscriptions SET observed_at = ? WHERE stripe_subscription_id = ?')
      .bind(Date.now() + HOUR, stripeId)
      .run()
    await depsOf().providers.stripe.cancelNow(stripeId)
    expect(await syncSubscription(depsOf(), stripeId, Date.now())).toBe('synced')
    expect((await rowOf(user)).status).toBe('canceled')
  })

  test('a renewal moves the period forward, and late events of the first period do not move it back', async () => {
    const { user, stripeId, events, opens } = await aSubscriber()
    const first = await rowOf(user)
    expect(first).toMatchObject({ status: 'active' })
    const renewal = await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'renew'))
    // Newest first, then the events of the first period.
    for (const { id } of [...renewal.toReversed(), ...events.toReversed(), ...events])
      expect((await deliver(await sandbox.signed(id))).status).toBe(200)
    const renewed = await rowOf(user)
    expect(renewed.current_period_start).toBe(first.current_period_end)
    expect(renewed.current_period_end).toBeGreaterThan(first.current_period_end)
    expect(renewed.status).toBe('active')
    expect(await opens()).toBe(true)
    const grants = await env.DB.prepare('SELECT id FROM user_scripts WHERE user_id = ?').bind(user.id).all()
    expect(grants.results).toHaveLength(1)
  })

  test('an end is applied in any order of its events, and ends access', async () => {
    const { user, stripeId, opens } = await aSubscriber()
    expect(await opens()).toBe(true)
    const events = await sandbox.eventsOf(async () => {
      await sandbox.subscription(stripeId, 'fail')
      await sandbox.subscription(stripeId, 'renew')
      await sandbox.subscription(stripeId, 'cancel')
    })
    const relevant = events.filter(({ type }) => /^(customer\.subscription|invoice)\./.test(type))
    expect(relevant.map(({ type }) => type)).toContain('customer.subscription.deleted')
    for (const { id } of relevant.toReversed()) await deliver(await sandbox.signed(id))
    const row = await rowOf(user)
    expect(row.status).toBe('canceled')
    expect(row.ended_at).not.toBeNull()
    expect(await opens()).toBe(false)
    expect((await user.get('/api/my-products')).data).toEqual([])
  })

  test('the grace period starts at the first failure, not at a later one, and ends with a payment', async () => {
    const { user, stripeId, opens } = await aSubscriber()
    const deliverAll = async (doing: () => Promise<unknown>) => {
      for (const { id } of await sandbox.eventsOf(doing)) await deliver(await sandbox.signed(id))
    }
    await deliverAll(() => sandbox.subscription(stripeId, 'fail'))
    const failed = await rowOf(user)
    expect(failed.status).toBe('past_due')
    expect(failed.past_due_since).not.toBeNull()
    expect(await opens()).toBe(true)

    const fourDaysAgo = Date.now() - 4 * DAY
    const since = (at: number) =>
      env.DB.prepare('UPDATE subscriptions SET past_due_since = ? WHERE id = ?').bind(at, failed.id).run()
    await since(fourDaysAgo)
    await deliverAll(() => sandbox.subscription(stripeId, 'fail'))
    expect((await rowOf(user)).past_due_since).toBe(fourDaysAgo)
    expect(await opens()).toBe(true)
    await since(Date.now() - 6 * DAY)
    expect(await opens()).toBe(false)

    await deliverAll(() => sandbox.subscription(stripeId, 'renew'))
    expect(await rowOf(user)).toMatchObject({ status: 'active', past_due_since: null })
    expect(await opens()).toBe(true)
  })

  test('nothing changes where the subscription is not ours, and the events are accepted', async () => {
    const { stripeId, user } = await aSubscriber()
    const events = await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'renew'))
    await env.DB.prepare('UPDATE subscriptions SET stripe_subscription_id = ? WHERE user_id = ?')
      .bind(`sub_of_ours_${user.id}`, user.id)
      .run()
    const before = await rowOf(user)
    for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
    expect(await rowOf(user)).toEqual(before)
  })
})

describe('after lost events', () => {
  test('the sweep syncs subscriptions whose period is over, and continues after one that fails', async () => {
    const [broken, renewed, ended] = [await aSubscriber(), await aSubscriber(), await aSubscriber()]
    await sandbox.subscription(renewed.stripeId, 'renew')
    await sandbox.subscription(ended.stripeId, 'cancel')
    const before = await rowOf(renewed.user)
    await env.DB.prepare('UPDATE subscriptions SET current_period_end = ? WHERE user_id = ?')
      .bind(before.current_period_end - HOUR, broken.user.id)
      .run()
    const deps = depsOf()
    await sweepSubscriptions(deps, before.current_period_end - 2 * HOUR)
    expect(await rowOf(renewed.user)).toEqual(before)

    // The first request and its two retries.
    await sandbox.faults({ stripeApi: 'fail', stripeApiFailures: 3 })
    await sweepSubscriptions(deps, before.current_period_end + HOUR)
    expect((await rowOf(renewed.user)).current_period_end).toBeGreaterThan(before.current_period_end)
    expect((await rowOf(ended.user)).status).toBe('canceled')
    expect(await ended.opens()).toBe(false)
    expect((await rowOf(broken.user)).current_period_end).toBe(before.current_period_end - HOUR)
  })

  test('the sweep leaves the remaining subscriptions to the next sweep while the provider hangs', async () => {
    for (const _ of [1, 2, 3]) await aSubscriber()
    const deps = depsOf()
    const hanging = vi.spyOn(deps.providers.stripe, 'findSubscription').mockImplementation(async () => {
      vi.setSystemTime(Date.now() + 3 * MINUTE)
      throw new ProviderDown('It did not answer')
    })
    await sweepSubscriptions(deps, Date.now() + 62 * DAY).finally(() => vi.useRealTimers())
    expect(hanging).toHaveBeenCalledTimes(2)
  })
})

test('the answer to an earlier request never overwrites the answer to a later request', async () => {
  const { user, stripeId } = await aSubscriber()
  const { providers } = depsOf()
  const { stripe } = providers
  const before = await stripe.findSubscription(stripeId)
  await sandbox.subscription(stripeId, 'cancel')
  const now = Date.now() + HOUR
  await syncSubscription(depsOf(), stripeId, now)
  expect((await rowOf(user)).status).toBe('canceled')
  const slow = { ...stripe, findSubscription: async () => before }
  await syncSubscription({ ...depsOf(), providers: { ...providers, stripe: slow } }, stripeId, now - 1)
  expect((await rowOf(user)).status).toBe('canceled')
})

test('events of a subscription whose purchase is not settled yet are retried after the settlement', async () => {
  const user = await aUser()
  const { checkoutId, paymentId } = await buy(user, PREMIUM_ID, 'subscription')
  const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
  const early = events.filter(({ type }) => type.startsWith('customer.subscription.'))
  expect(early).not.toEqual([])
  for (const { id } of early) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
  const open = () =>
    env.DB.prepare(
      'SELECT handled_at AS handled, next_attempt_at AS next FROM webhook_events WHERE event_id = ?',
    )
      .bind(early[0]?.id)
      .first<{ handled: number | null; next: number | null }>()
  expect(await open()).toEqual({ handled: null, next: expect.any(Number) })
  const rest = events.filter((event) => !early.includes(event))
  for (const { id } of rest) await deliver(await sandbox.signed(id))
  expect((await booksOf(paymentId)).grants).toHaveLength(1)
  const deps = depsOf()
  await sweepEvents(deps, Date.now() + HOUR)
  expect(await open()).toEqual({ handled: expect.any(Number), next: null })
})
