import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { ListedSubscription, SubscriptionDetail } from '#shared/orders/contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { readHub } from '../../testing/hubs.ts'
import { stockPlans } from '../../testing/products.ts'
import { bought, happens } from '../../testing/purchases.ts'
import { aReader, subscribes } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf, unique } from '../../testing/shop.ts'

let admin: SignedIn
beforeAll(stockPlans)
beforeAll(async () => {
  admin = await aUser({ admin: true })
})
beforeEach(sandbox.calm)

const BASE = '/api/secure-management/subscriptions'
const list = (query = '') => admin.get<ListedSubscription[]>(`${BASE}${query}`)
const read = (id: number, query = '') => admin.get<SubscriptionDetail>(`${BASE}/${id}${query}`)

async function aSubscriber() {
  const user = await aUser()
  const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
  const [held] = (await list(`?user=${user.id}`)).data
  if (!held?.stripeSubscriptionId) throw new Error('No subscription is listed')
  return { user, held, paymentId, stripeId: held.stripeSubscriptionId }
}

const auditOf = async (id: number) =>
  (
    await env.DB.prepare('SELECT actor_id, action, before FROM audit_log WHERE subject = ? ORDER BY id')
      .bind(`subscription:${id}`)
      .all<{ actor_id: number; action: string; before: string }>()
  ).results
const titlesOf = async (user: SignedIn) => (await readHub(user.id)).kept.map(({ title }) => title)

describe('the list of subscriptions', () => {
  // spec: admin-subscription-view
  test('shows owner, price and next renewal of a subscription', async () => {
    const { user, held, stripeId } = await aSubscriber()
    expect(held).toMatchObject({
      userId: user.id,
      productId: PREMIUM_ID,
      status: 'active',
      monthlyPrice: 29.99,
      provider: 'stripe',
      cancelAtPeriodEnd: false,
      pastDueSince: null,
      email: user.email,
      stripeSubscriptionId: stripeId,
      user: { id: user.id, username: user.username },
      product: { id: PREMIUM_ID },
    })
    expect(held.nextBillingDate).not.toBeNull()
  })

  // spec: admin-subscriptions
  test('is paged newest first, filtered by status, and found by number, Stripe id, address or username', async () => {
    const { user, held, stripeId } = await aSubscriber()
    for (const q of [String(held.id), stripeId, user.email.slice(0, -4), user.username.toUpperCase()])
      expect(
        (await list(`?q=${encodeURIComponent(q)}`)).data.map(({ id }) => id),
        q,
      ).toEqual([held.id])
    const readers = [await aReader(), await aReader(), await aReader()]
    for (const reader of readers) await subscribes(reader, 'unpaid')
    const begin = unique('sub')
    for (const { id } of readers)
      await env.DB.prepare('UPDATE subscriptions SET email = ?, created_at = 5 WHERE user_id = ?')
        .bind(`${begin}@mail.test`, id)
        .run()
    const walk = async (query: string) => {
      const found: number[] = []
      let cursor: string | number | null = ''
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `?limit=1&${query}&cursor=${cursor}`.replace(/&cursor=$/, ''),
        )
        found.push(...page.data.map(({ userId }) => userId ?? 0))
        cursor = page.nextCursor
      } while (cursor !== null)
      return found
    }
    const newestFirst = readers.map(({ id }) => id).toReversed()
    expect(await walk('status=unpaid')).toEqual(newestFirst)
    expect(await walk(`q=${begin}`)).toEqual(newestFirst)
    expect((await walk('')).slice(-3)).toEqual(newestFirst)
    expect((await list('?cursor=9')).status).toBe(400)
  })

  test('leads to one subscription with all its payments, renewals included, newest first and paged', async () => {
    const { held, paymentId, stripeId } = await aSubscriber()
    await happens(() => sandbox.subscription(stripeId, 'renew'))
    const whole = await read(held.id)
    expect(whole.data.payments).toHaveLength(2)
    const [renewal, first] = whole.data.payments
    expect(first?.id).toBe(paymentId)
    expect(renewal).toMatchObject({ purchaseType: 'subscription', status: 'completed', amount: 29.99 })
    const page = await read(held.id, '?limit=1')
    expect(page.data.payments).toHaveLength(1)
    const rest = await read(held.id, `?limit=1&cursor=${page.nextCursor}`)
    expect(rest.data.payments.map(({ id }) => id)).toEqual([paymentId])
    expect(rest.nextCursor).toBeNull()
    expect((await read(999_999)).status).toBe(404)
  })
})

describe('an admin', () => {
  test('cancels and resumes a subscription for its owner; the owner is notified, and both are audited', async () => {
    const { user, held } = await aSubscriber()
    const cancelled = await admin.post(`${BASE}/${held.id}/cancel`, { atPeriodEnd: true })
    expect([cancelled.status, cancelled.message]).toEqual([200, 'Subscription cancelled'])
    expect((await read(held.id)).data).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect((await user.fetch('GET', `/api/download/file/${PREMIUM_ID}`)).status).toBe(200)
    const resumed = await admin.post(`${BASE}/${held.id}/resume`)
    expect([resumed.status, resumed.message]).toEqual([200, 'Subscription resumed'])
    const { data } = await read(held.id)
    expect(data).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    expect(data.history.map(({ title, who }) => [title, who])).toEqual([
      ['Subscription resumed', admin.username],
      ['Subscription cancelled at the end of its period', admin.username],
    ])
    expect(await auditOf(held.id)).toMatchObject([
      { actor_id: admin.id, action: 'subscription.cancel' },
      { actor_id: admin.id, action: 'subscription.resume' },
    ])
    const told = (await titlesOf(user)).filter((title) => /^Subscription (cancelled|resumed)/.test(title))
    expect(told.toSorted()).toEqual(['Subscription cancelled', 'Subscription resumed'])
  })

  test('ends a subscription at once: access ends, nothing more is charged, and its owner is notified', async () => {
    const { user, held, stripeId } = await aSubscriber()
    expect((await admin.post(`${BASE}/${held.id}/cancel`, { atPeriodEnd: false })).status).toBe(200)
    expect((await read(held.id)).data).toMatchObject({ status: 'canceled', nextBillingDate: null })
    expect((await depsOf().providers.stripe.findSubscription(stripeId))?.status).toBe('canceled')
    expect((await user.fetch('GET', `/api/download/file/${PREMIUM_ID}`)).status).toBe(403)
    expect((await titlesOf(user)).some((title) => /ended/i.test(title))).toBe(true)
    expect(await auditOf(held.id)).toMatchObject([{ action: 'subscription.end' }])
    for (const [verb, body] of [
      ['cancel', { atPeriodEnd: true }],
      ['resume', {}],
    ] as const)
      expect((await admin.post(`${BASE}/${held.id}/${verb}`, body)).status).toBe(409)
    expect(await auditOf(held.id)).toHaveLength(1)
  })

  test('cancels the subscription of a guest too, and must say whether at the end of the period', async () => {
    const guest = `${unique('guest')}@mail.test`
    await happens(() => sandbox.payByLink('premium', guest))
    const [held] = (await list(`?q=${guest}`)).data
    expect(held).toMatchObject({ userId: null, user: null, email: guest })
    expect((await admin.post(`${BASE}/${held?.id}/cancel`, {})).status).toBe(400)
    expect((await admin.post(`${BASE}/${held?.id}/cancel`, { atPeriodEnd: true })).status).toBe(200)
    expect((await read(held?.id ?? 0)).data.cancelAtPeriodEnd).toBe(true)
    expect((await admin.post(`${BASE}/999999/cancel`, { atPeriodEnd: true })).status).toBe(404)
  })

  test('changes nothing while the provider is down, and nothing is audited', async () => {
    const { held } = await aSubscriber()
    await sandbox.faults({ stripeApi: 'fail' })
    const answer = await admin.post(`${BASE}/${held.id}/cancel`, { atPeriodEnd: true })
    await sandbox.calm()
    expect(answer.status).toBe(503)
    expect((await read(held.id)).data.cancelAtPeriodEnd).toBe(false)
    expect(await auditOf(held.id)).toEqual([])
  })
})
