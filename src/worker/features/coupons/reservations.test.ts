import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#shared/core/time.ts'
import { takingAt } from '../../testing/charges.ts'
import { aUser } from '../../testing/clients.ts'
import { aCoupon, redeemBy, reserveBy, usesOf, validate } from '../../testing/coupons.ts'
import { aProduct } from '../../testing/products.ts'
import { booksOf, deliver, sessionsOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf } from '../../testing/shop.ts'
import { sweepPayments } from '../payments/unsettled/sweep-payments.ts'

beforeAll(sandbox.calm)

const confirmed = () => aUser({ confirmed: true })
const checkoutOf = (url: string) => url.split('/').at(-1) ?? ''

async function arrive(happening: () => Promise<unknown>) {
  for (const { id } of await sandbox.eventsOf(happening))
    expect((await deliver(await sandbox.signed(id))).status).toBe(200)
}

const networksOf = async (couponId: number) =>
  (
    await env.DB.prepare('SELECT network FROM coupon_usages WHERE coupon_id = ? ORDER BY id')
      .bind(couponId)
      .all()
  ).results.map(({ network }) => network)

describe('an unpaid checkout with a coupon', () => {
  test('expires at Stripe after 35 minutes, and releases its use', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const now = Date.now()
    const opened = await redeemBy(await confirmed(), (await aProduct()).id, id)
    const [session] = await sessionsOf(opened.data.id)
    const minutes = ((session?.expires_at ?? 0) * 1000 - now) / MINUTE
    expect(minutes).toBeGreaterThan(34)
    expect(minutes).toBeLessThanOrEqual(36)
    await arrive(() => sandbox.expire(checkoutOf(opened.data.url)))
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, states: ['released'] })
    expect((await redeemBy(await confirmed(), (await aProduct()).id, id)).status).toBe(201)
  })

  test.each(['coinbase', 'btcpay'] as const)('expires at %s after 35 minutes', async (name) => {
    const user = await aUser({ confirmed: true, bindings: takingAt(name) })
    const { id } = await aCoupon({ maxUses: 1 })
    const now = Date.now()
    const made = await user.post<{ id: number }>('/api/coinbase/create-charge', {
      productId: (await aProduct()).id,
      email: user.email,
      couponId: id,
    })
    expect(made.status, made.text).toBe(201)
    const expiresAt = await env.DB.prepare('SELECT expires_at FROM payments WHERE id = ?')
      .bind(made.data.id)
      .first<number>('expires_at')
    expect(((expiresAt ?? 0) - now) / MINUTE).toBeLessThanOrEqual(36)
    expect(((expiresAt ?? 0) - now) / MINUTE).toBeGreaterThan(34)
  })

  test('whose page was never opened is closed by the sweep after 36 minutes, and releases its use', async () => {
    const { id } = await aCoupon({ maxUses: 1 })
    const user = await confirmed()
    const { data } = await redeemBy(user, (await aProduct()).id, id)
    await env.DB.prepare(
      'UPDATE payments SET checkout_id = NULL, hosted_url = NULL, expires_at = NULL WHERE id = ?',
    )
      .bind(data.id)
      .run()
    await sweepPayments(depsOf(), Date.now() + 37 * MINUTE)
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, states: ['released'] })
  })
})

describe('a coupon with a total limit', () => {
  const MESSAGE =
    'This coupon is for accounts with a confirmed email address. Open the link in our email to you, or request a new link in your profile. Then enter the code again.'

  test('is refused for an unconfirmed address, in the code’s field and at the checkout, and reserves nothing', async () => {
    const { id, code } = await aCoupon({ maxUses: 5 })
    const [user, product] = [await aUser(), await aProduct()]
    const shown = await validate(user, code, product.id)
    expect([shown.status, shown.message]).toEqual([422, MESSAGE])
    const refused = await reserveBy(user, product.id, id)
    expect([refused.status, refused.message]).toEqual([409, MESSAGE])
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, uses: [] })
    expect((await redeemBy(user, product.id, id)).status).toBe(201)
  })

  test('is open to an unconfirmed address where only the uses per person are limited', async () => {
    const { id } = await aCoupon({ maxUsesPerUser: 1 })
    expect((await reserveBy(await aUser(), (await aProduct()).id, id)).status).toBe(201)
  })

  test.each([
    ['an IPv4 /24', ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.200'], '203.0.114.1'],
    [
      'an IPv6 /64',
      ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:f::3', '2001:DB8:1:2:9::4'],
      '2001:db8:1:3::1',
    ],
  ])(
    'has at most three unpaid reservations from %s, and a paid one no longer counts',
    async (_, inside, outside) => {
      const { id } = await aCoupon({ maxUses: 50 })
      const product = await aProduct()
      const from = async (address: string) => reserveBy(await confirmed(), product.id, id, { from: address })
      const [first, ...more] = [
        await from(inside[0] ?? ''),
        await from(inside[1] ?? ''),
        await from(inside[2] ?? ''),
      ]
      expect([first.status, ...more.map(({ status }) => status)]).toEqual([201, 201, 201])
      const fourth = await from(inside[3] ?? '')
      expect([fourth.status, fourth.message]).toEqual([
        409,
        'Other buyers on your network are paying with this coupon right now. Please try again in 35 minutes, or buy without it.',
      ])
      expect((await from(outside)).status).toBe(201)
      await arrive(() => sandbox.pay(checkoutOf(first.data.url)))
      expect((await networksOf(id))[0]).toBeNull()
      expect((await from(inside[3] ?? '')).status).toBe(201)
    },
  )

  test('holds the limit per network for twelve checkouts at once', async () => {
    const { id } = await aCoupon({ maxUses: 50 })
    const product = await aProduct()
    const users = await Promise.all(Array.from({ length: 12 }, confirmed))
    const answers = await Promise.all(
      users.map((user) => reserveBy(user, product.id, id, { from: '198.51.100.7' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await usesOf(id)).toMatchObject({ currentUses: 3, live: 3 })
  })

  test('does not count the buyer’s own open checkout against their network', async () => {
    const { id } = await aCoupon({ maxUses: 50 })
    const product = await aProduct()
    const users = await Promise.all(Array.from({ length: 3 }, confirmed))
    for (const user of users)
      expect((await reserveBy(user, product.id, id, { from: '198.51.100.99' })).status).toBe(201)
    const again = await reserveBy(users[0] ?? (await confirmed()), product.id, id, { from: '198.51.100.99' })
    expect(again.status, again.text).toBe(201)
  })
})

test('money that comes to a page with a used-up coupon is not lost: the use is taken again or the balance is due', async () => {
  const { id } = await aCoupon({ maxUses: 1 })
  const late = await redeemBy(await confirmed(), (await aProduct()).id, id)
  const checkout = checkoutOf(late.data.url)
  const paid = await sandbox.eventsOf(() => sandbox.pay(checkout))
  // The row is closed first, as by a sweep that ran before the events came; another buyer takes the use.
  await env.DB.prepare("UPDATE payments SET status = 'expired' WHERE id = ?").bind(late.data.id).run()
  await env.DB.prepare("UPDATE coupon_usages SET state = 'released' WHERE payment_id = ?")
    .bind(late.data.id)
    .run()
  await env.DB.prepare('UPDATE coupons SET current_uses = 0 WHERE id = ?').bind(id).run()
  expect((await redeemBy(await confirmed(), (await aProduct()).id, id)).status).toBe(201)
  for (const event of paid) expect((await deliver(await sandbox.signed(event.id))).status).toBe(200)
  const books = await booksOf(late.data.id)
  // A card payment that was made before its page closed is settled at its price.
  expect([books.payment?.status, books.grants.length]).toEqual(['completed', 1])
  expect(await usesOf(id)).toMatchObject({ currentUses: 1, live: 1 })
})
