import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { aUser, type Client, type SignedIn, visitor } from '../../testing/clients.ts'
import { readHub } from '../../testing/hubs.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, deliver } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { connect, until } from '../../testing/sockets.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const listOf = (who: Client, query = '') => who.get<Subscription[]>(`/api/user/subscriptions${query}`)

async function aSubscriber() {
  const user = await aUser()
  await bought(user, PREMIUM_ID, 'subscription')
  const { data } = await listOf(user)
  const [own] = data
  if (!own) throw new Error('No subscription is listed')
  const row = await env.DB.prepare('SELECT stripe_subscription_id AS id FROM subscriptions WHERE id = ?')
    .bind(own.id)
    .first<{ id: string }>()
  return { user, own, stripeId: row?.id ?? '' }
}

const change = (who: Client, id: number, input: 'cancel' | 'resume') =>
  who.post<Subscription>(`/api/user/subscriptions/${id}/${input}`)
const atProvider = (stripeId: string) => depsOf().providers.stripe.findSubscription(stripeId)
const titlesOf = async (user: SignedIn) =>
  (await readHub(user.id)).kept.map(({ title }) => title).filter((title) => /^Subscription /.test(title))
const deliverAll = async (doing: () => Promise<unknown>) => {
  for (const { id } of await sandbox.eventsOf(doing)) await deliver(await sandbox.signed(id))
}

describe('the list of subscriptions', () => {
  // spec: subscription-view
  test('shows only the user’s own, newest first and paged, with agreed price and renewal date', async () => {
    const { user, own } = await aSubscriber()
    const product = await aProduct({ isSubscription: true, priceCents: 450 })
    await bought(user, product.id, 'subscription')
    await env.DB.prepare('UPDATE scripts SET price_cents = 900 WHERE id = ?').bind(product.id).run()
    const page = await listOf(user, '?limit=1')
    expect(page.data).toHaveLength(1)
    expect(page.data[0]).toMatchObject({
      productId: product.id,
      status: 'active',
      monthlyPrice: 4.5,
      product: { slug: product.slug, price: 9 },
      endsAt: null,
      cancelAtPeriodEnd: false,
    })
    const rest = await listOf(user, `?limit=1&cursor=${page.nextCursor}`)
    expect([rest.data.map(({ id }) => id), rest.nextCursor]).toEqual([[own.id], null])
    const renews = Date.parse(own.nextBillingDate ?? '') - Date.parse(own.startDate)
    expect(renews / DAY).toBeGreaterThan(27)
    expect(renews / DAY).toBeLessThan(32)
    expect((await listOf(await aUser())).data).toEqual([])
    expect((await visitor().get('/api/user/subscriptions')).status).toBe(401)
  })
})

describe('a cancellation', () => {
  test('keeps the subscription to the end of the month, notifies each screen once, and can be undone', async () => {
    const { user, own, stripeId } = await aSubscriber()
    const socket = await connect(user)
    const cancelled = await change(user, own.id, 'cancel')
    expect([cancelled.status, cancelled.message]).toEqual([200, 'Subscription cancelled'])
    expect(cancelled.data).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      nextBillingDate: null,
      endsAt: own.nextBillingDate,
    })
    expect(await atProvider(stripeId)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await until(() => socket.texts.some((text) => text.includes('Subscription cancelled')))
    expect(socket.texts.some((text) => text.includes('dashboard_refresh'))).toBe(true)
    expect((await user.get<{ id: number }[]>('/api/my-products')).data.length).toBeGreaterThan(0)

    const resumed = await change(user, own.id, 'resume')
    expect([resumed.status, resumed.message]).toEqual([200, 'Subscription resumed'])
    expect(resumed.data).toEqual(own)
    expect(await atProvider(stripeId)).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null })
    expect(await titlesOf(user)).toEqual([
      'Subscription resumed',
      'Subscription cancelled',
      'Subscription started',
    ])
  })

  test('takes effect at the end of the month and cannot be undone after it', async () => {
    const { user, own, stripeId } = await aSubscriber()
    await change(user, own.id, 'cancel')
    await deliverAll(() => sandbox.subscription(stripeId, 'renew'))
    const [ended] = (await listOf(user)).data
    expect(ended).toMatchObject({ status: 'canceled', nextBillingDate: null, endsAt: expect.any(String) })
    const late = await change(user, own.id, 'resume')
    expect([late.status, late.message]).toEqual([
      409,
      'This subscription has ended. Subscribe again to continue.',
    ])
    const again = await change(user, own.id, 'cancel')
    expect([again.status, again.message]).toEqual([
      409,
      'This subscription has already ended. You will not be charged again.',
    ])
  })

  test('requested several times at once, and followed by its webhooks, notifies the owner once', async () => {
    const { user, own, stripeId } = await aSubscriber()
    const events = await sandbox.eventsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => change(user, own.id, 'cancel')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })
    for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
    expect((await change(user, own.id, 'cancel')).status).toBe(200)
    expect(await atProvider(stripeId)).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await titlesOf(user)).toEqual(['Subscription cancelled', 'Subscription started'])
  })

  test('made at the provider, with a fixed end, notifies the owner too, and can be undone here', async () => {
    const { user, own, stripeId } = await aSubscriber()
    const end = Math.floor(Date.parse(own.nextBillingDate ?? '') / 1000) - 3600
    await deliverAll(() => sandbox.updateSubscription(stripeId, { cancel_at: end }))
    expect((await listOf(user)).data[0]).toMatchObject({
      cancelAtPeriodEnd: true,
      endsAt: new Date(end * 1000).toISOString(),
    })
    expect(await titlesOf(user)).toEqual(['Subscription cancelled', 'Subscription started'])
    expect((await change(user, own.id, 'resume')).data).toEqual(own)
    expect(await atProvider(stripeId)).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null })
  })

  test('of an unpaid month ends the subscription at once: nothing more is collected', async () => {
    const { user, own, stripeId } = await aSubscriber()
    await deliverAll(() => sandbox.subscription(stripeId, 'fail'))
    const [late] = (await listOf(user)).data
    expect(late).toMatchObject({ status: 'past_due', nextBillingDate: null })
    expect(Date.parse(late?.graceEndsAt ?? '') - Date.parse(late?.pastDueSince ?? '')).toBe(5 * DAY)
    const cancelled = await change(user, own.id, 'cancel')
    expect([cancelled.status, cancelled.data.status]).toEqual([200, 'canceled'])
    expect(await atProvider(stripeId)).toMatchObject({ status: 'canceled' })
    expect(await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'renew'))).toEqual([])
  })

  test('while the provider is down gets 503 and changes nothing; a retry after a lost response succeeds', async () => {
    const { user, own, stripeId } = await aSubscriber()
    await sandbox.faults({ stripeApi: 'fail' })
    const refused = await change(user, own.id, 'cancel')
    expect(refused.status).toBe(503)
    expect(refused.message).toMatch(/not answering/)
    await sandbox.calm()
    expect((await listOf(user)).data).toEqual([own])
    expect(await atProvider(stripeId)).toMatchObject({ cancelAtPeriodEnd: false })

    await sandbox.faults({ stripeApi: 'fail-after-accept' })
    expect((await change(user, own.id, 'cancel')).status).toBe(503)
    await sandbox.calm()
    expect((await change(user, own.id, 'cancel')).data.cancelAtPeriodEnd).toBe(true)
    expect(await titlesOf(user)).toEqual(['Subscription cancelled', 'Subscription started'])
  })

  test('of a subscription that ended at the provider is refused, and our row is updated', async () => {
    const { user, own, stripeId } = await aSubscriber()
    await sandbox.subscription(stripeId, 'cancel')
    for (const input of ['resume', 'cancel'] as const)
      expect((await change(user, own.id, input)).status).toBe(409)
    expect((await listOf(user)).data[0]?.status).toBe('canceled')
  })

  test('of another user’s subscription gets the same response as an unknown subscription', async () => {
    const { own, stripeId } = await aSubscriber()
    const stranger = await aUser()
    for (const input of ['cancel', 'resume'] as const) {
      const [foreign, absent] = [
        await change(stranger, own.id, input),
        await change(stranger, 987_654, input),
      ]
      expect([foreign.status, foreign.text]).toEqual([404, absent.text])
    }
    expect(await atProvider(stripeId)).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('of a prepaid month is refused: it never renews', async () => {
    const { user, own } = await aSubscriber()
    await env.DB.prepare('UPDATE subscriptions SET stripe_subscription_id = NULL WHERE id = ?')
      .bind(own.id)
      .run()
    expect((await listOf(user)).data[0]).toMatchObject({ nextBillingDate: null, endsAt: own.nextBillingDate })
    const refused = await change(user, own.id, 'cancel')
    expect([refused.status, refused.message]).toEqual([
      409,
      'This subscription does not renew automatically.',
    ])
  })
})
