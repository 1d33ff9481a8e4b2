import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY, HOUR } from '#shared/core/time.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { cryptoShop } from '../../testing/crypto.ts'
import { readHub } from '../../testing/hubs.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { sweepPrepaid } from './sweep-prepaid.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const toldTo = async ({ id, email }: SignedIn) => ({
  mails: (await mailsQueuedTo(email))
    .map(({ template }) => template)
    .filter((one) => !/welcome|receipt/.test(one)),
  bell: (await readHub(id)).kept.map(({ title }) => title).filter((title) => /ends|ended/.test(title)),
})

/** Several sweeps, two of them at once: together they must notify each owner once. */
async function sweep(now: number) {
  const shop = cryptoShop()
  await Promise.all([sweepPrepaid(shop.deps, now), sweepPrepaid(shop.deps, now)])
  await sweepPrepaid(shop.deps, now)
  await shop.deps.idle()
}

/** A user whose prepaid month ends at this moment. */
async function aPrepaid(end: number) {
  const [shop, user] = [cryptoShop(), await aUser()]
  const paidAt = addMonths(end, -1)
  const { id } = await shop.open(user, PREMIUM_ID, paidAt)
  await shop.pay(id, paidAt)
  await shop.deps.idle()
  const row = await env.DB.prepare(
    'SELECT id, current_period_end AS "end" FROM subscriptions WHERE user_id = ?',
  )
    .bind(user.id)
    .first<{ id: number; end: number }>()
  expect(row?.end).toBe(end)
  return { shop, user, id: row?.id ?? 0 }
}

/** The middle of a month, so that different lengths of months do not move the end. */
const END = Date.UTC(new Date().getUTCFullYear() + 2, 5, 15, 18)

describe('a prepaid month that ends', () => {
  test('notifies its owner three days before, on the day, and after the end, once by mail and on screen', async () => {
    const { user, id } = await aPrepaid(END)
    await sweep(END - 3 * DAY - HOUR)
    expect(await toldTo(user)).toEqual({ mails: [], bell: [] })

    await sweep(END - 3 * DAY)
    await sweep(END - 2 * DAY)
    expect(await toldTo(user)).toEqual({
      mails: ['prepaid-ending'],
      bell: ['Your subscription ends soon'],
    })
    await sweep(END - 12 * HOUR)
    await sweep(END - HOUR)
    expect(await toldTo(user)).toEqual({
      mails: ['prepaid-ending', 'prepaid-ending'],
      bell: ['Your subscription ends within a day', 'Your subscription ends soon'],
    })
    await sweep(END)
    await sweep(END + DAY)
    expect(await toldTo(user)).toEqual({
      mails: ['prepaid-ending', 'prepaid-ending', 'subscription-ended'],
      bell: ['Subscription ended', 'Your subscription ends within a day', 'Your subscription ends soon'],
    })
    const [own] = (await user.get<Subscription[]>('/api/user/subscriptions')).data
    expect(own).toMatchObject({ id, status: 'canceled', endsAt: new Date(END).toISOString() })
  })

  test('and is renewed continues the same subscription, and notices follow only for its new end', async () => {
    const end = END + DAY
    const { shop, user, id } = await aPrepaid(end)
    await sweep(end - 2 * DAY)
    const again = await shop.open(user, PREMIUM_ID, end - DAY)
    await shop.pay(again.id, end - DAY)
    await sweep(end - HOUR)
    await sweep(end + HOUR)
    expect((await toldTo(user)).mails).toEqual(['prepaid-ending'])
    const next = addMonths(end, 1)
    await sweep(next - DAY)
    expect((await toldTo(user)).mails).toEqual(['prepaid-ending', 'prepaid-ending'])
    await sweep(next + HOUR)
    expect((await toldTo(user)).mails).toHaveLength(3)

    const late = await shop.open(user, PREMIUM_ID, next + 5 * DAY)
    await shop.pay(late.id, next + 5 * DAY)
    const [own, ...more] = (await user.get<Subscription[]>('/api/user/subscriptions')).data
    expect(more).toEqual([])
    const endsAt = new Date(addMonths(next + 5 * DAY, 1)).toISOString()
    expect(own).toMatchObject({ id, status: 'active', endsAt })
  })

  test('sends no reminder to an owner who keeps the product by another purchase', async () => {
    const { user } = await aPrepaid(END)
    await bought(user, LIFETIME_ID)
    await sweep(END - 2 * DAY)
    expect(await toldTo(user)).toEqual({ mails: [], bell: [] })
  })

  test('ends access at its end, even before the sweep runs', async () => {
    const now = Date.now()
    const [{ user }, script] = [await aPrepaid(now + 60 * DAY), await aProduct()]
    const opens = async () => (await user.get(`/api/download/file/${script.id}`)).status === 200
    expect(await opens()).toBe(true)
    await env.DB.prepare('UPDATE subscriptions SET current_period_end = ? WHERE user_id = ?')
      .bind(now - 1, user.id)
      .run()
    expect(await opens()).toBe(false)
  })

  test('of a deleted account sends no mail', async () => {
    const { user } = await aPrepaid(END + 2 * DAY)
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(user.id).run()
    await sweep(END + DAY)
    expect((await toldTo(user)).mails).toEqual([])
  })
})
