import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { type Stats, type StatsQuery, statsQuery, statsSchema } from '#shared/stats/contract.ts'
import { dateOf, dayOf } from '#shared/stats/rules.ts'
import { openDb } from '../../db/client.ts'
import { aUser } from '../../testing/clients.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, happens, intentOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { showStats } from './show-stats.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const show = (query: Partial<StatsQuery>, now = Date.now()) =>
  showStats(openDb(env.DB), statsQuery.parse(query), now)

test('today’s sales and refunds are in the figures, the series and the products', async () => {
  const admin = await aUser({ admin: true })
  const before = (await admin.get<Stats>('/api/secure-management/stats?range=today')).data
  const [user, product] = [await aUser(), await aProduct({ priceCents: 987_600 })]
  const { paymentId } = await bought(user, product.id)
  await happens(async () => sandbox.refund(await intentOf(paymentId), 100_000))
  await bought(user, PREMIUM_ID, 'subscription')
  const answer = await admin.get<Stats>('/api/secure-management/stats?range=today')
  const after = statsSchema.parse(answer.data)
  const more = (name: keyof Stats['current']) =>
    Math.round((Number(after.current[name]) - Number(before.current[name])) * 100) / 100
  expect(more('revenue')).toBe(8905.99)
  expect(more('gross')).toBe(9905.99)
  expect([more('orders'), more('refunds'), more('refunded'), more('newCustomers')]).toEqual([2, 1, 1000, 1])
  expect([more('mrr'), more('activeSubscriptions'), more('newAccounts')]).toEqual([29.99, 1, 1])
  expect(after.series).toHaveLength(7)
  expect(after.series.at(-1)?.current).toMatchObject({
    date: dateOf(dayOf(Date.now())),
    revenue: after.current.revenue,
    orders: after.current.orders,
    mrr: after.current.mrr,
  })
  expect(after.topProducts[0]).toEqual({
    id: product.id,
    name: product.name,
    revenue: 8876,
    orders: 1,
    revenueBefore: 0,
    ordersBefore: 0,
    growth: null,
  })
})

test('a period is compared with the period before it, with the totals of that time', async () => {
  const now = Date.now()
  const [user, product] = [await aUser(), await aProduct({ priceCents: 1000 })]
  const day = dayOf(now) - 400
  await env.DB.prepare(
    `INSERT INTO stats_days (day, script_id, orders, gross_cents, refunded_cents, refunds, mrr_cents, subscriptions_started,
       subscriptions_ended, checkouts_started, checkouts_paid)
     VALUES (?1, ?3, 4, 4000, 0, 0, 2000, 4, 0, 8, 4), (?2, ?3, 6, 6000, 1000, 1, -500, 0, 1, 10, 6)`,
  )
    .bind(day, day + 30, product.id)
    .run()
  await env.DB.prepare(
    'UPDATE shop_totals SET mrr_cents = mrr_cents + 1500, subscriptions = subscriptions + 3',
  ).run()
  await bought(user, product.id)
  const at = (day + 45) * DAY
  const stats = await show({ range: 'custom', from: dateOf(day + 25), to: dateOf(day + 34) }, at)
  expect(stats).toMatchObject({ before: { from: dateOf(day + 15), to: dateOf(day + 24) } })
  expect(stats.current).toMatchObject({ revenue: 50, orders: 6, averageOrder: 10, conversion: 0.6 })
  expect(stats.current.churn).toBeCloseTo(0.25)
  expect(stats.previous).toMatchObject({ revenue: 0, orders: 0, averageOrder: null, churn: 0 })
  expect(stats.growth).toMatchObject({ revenue: null, orders: null, conversion: null, mrr: -0.25 })
  const longer = await show({ range: 'custom', from: dateOf(day + 16), to: dateOf(day + 31) }, at)
  expect(longer.growth).toMatchObject({ revenue: 0.25, orders: 0.5 })
  expect(longer.topProducts).toEqual([
    expect.objectContaining({ id: product.id, revenue: 50, revenueBefore: 40, growth: 0.25 }),
  ])
  expect(longer.series).toHaveLength(16)
  expect(longer.series[0]).toMatchObject({
    current: { date: dateOf(day + 16), mrr: 20 },
    previous: { date: dateOf(day), orders: 4, mrr: 20 },
  })
  expect(longer.series.map(({ current }) => current.mrr).at(-1)).toBe(15)
})

test('a malformed request is refused with a reason', async () => {
  const admin = await aUser({ admin: true })
  for (const query of ['range=year', 'range=custom', 'range=custom&from=2026-02-02&to=2026-02-01'])
    expect((await admin.get(`/api/secure-management/stats?${query}`)).status, query).toBe(400)
})
