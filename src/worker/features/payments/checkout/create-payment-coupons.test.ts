import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { commit, openDb } from '../../../db/client.ts'
import { aUser } from '../../../testing/clients.ts'
import { aCoupon, type CouponInput, inputOf, redeemBy, usesOf, validate } from '../../../testing/coupons.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, deliver, sessionsOf } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { unique } from '../../../testing/shop.ts'
import { reserveUse } from '../../coupons/writes.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

type PaymentRow = {
  id: number
  user_id: number
  status: string
  payment_provider: string
  amount_cents: number
  original_cents: number
  discount_cents: number
  coupon_id: number | null
}
const paymentsOf = async (userId: number) =>
  (
    await env.DB.prepare('SELECT * FROM payments WHERE user_id = ? ORDER BY id')
      .bind(userId)
      .all<PaymentRow>()
  ).results

async function arrive(happening: () => Promise<unknown>) {
  for (const { id } of await sandbox.eventsOf(happening)) await deliver(await sandbox.signed(id))
}

describe('a coupon at the checkout', () => {
  test.each([
    [{ discountType: 'percentage', discountValue: 0.333 }, 4999, 1665],
    [{ discountType: 'fixed_amount', discountValue: 1500 }, 4999, 1500],
    [{ discountType: 'percentage', discountValue: 0.2, appliesTo: 'one_time' }, 4999, 1000],
    [{ minPurchaseCents: 4999 }, 4999, 1000],
    [{ startDate: Date.now() - DAY, endDate: Date.now() + DAY, maxUses: 1 }, 4999, 1000],
  ] as const)(
    '%j reduces a price of %d cents by the same amount as shown, stored, reserved and charged',
    async (input, priceCents, off) => {
      const user = await aUser({ confirmed: true })
      const product = await aProduct({ priceCents })
      const { id, code } = await aCoupon(input as CouponInput)
      const shown = (await validate(user, code, product.id)).data
      expect(shown.discountAmount).toBe(off / 100)
      const { discountAmount, finalAmount } = shown
      const created = await redeemBy(user, product.id, id, { discountAmount, finalAmount })
      expect(created.status, created.text).toBe(201)
      expect((await paymentsOf(user.id))[0]).toMatchObject({
        original_cents: priceCents,
        discount_cents: off,
        amount_cents: priceCents - off,
        coupon_id: id,
      })
      expect((await sessionsOf(created.data.id))[0]?.amount_total).toBe(priceCents - off)
      expect((await usesOf(id)).uses[0]).toMatchObject({
        payment_id: created.data.id,
        user_id: user.id,
        state: 'held',
        original_cents: priceCents,
        discount_cents: off,
        final_cents: priceCents - off,
      })
      await arrive(() => sandbox.pay(created.data.url.split('/').at(-1) ?? ''))
      expect((await booksOf(created.data.id)).payment?.status).toBe('completed')
    },
  )

  test('of specific products applies only to those products', async () => {
    const user = await aUser()
    const [mine, other] = [await aProduct(), await aProduct()]
    const { id } = await aCoupon({ appliesTo: 'specific_scripts', specificScriptIds: [mine.id] })
    expect((await redeemBy(user, other.id, id)).message).toBe('This coupon is for another product.')
    expect((await redeemBy(user, mine.id, id)).status).toBe(201)
  })

  test.each([
    [{ isActive: false }, 'This coupon is no longer active.'],
    [{ startDate: Date.now() + DAY }, 'This coupon is not valid yet.'],
    [{ endDate: Date.now() - 1 }, 'This coupon has expired.'],
    [{ maxUses: 3, currentUses: 3 }, 'This coupon has been used up.'],
    [{ appliesTo: 'subscriptions' }, 'This coupon is for subscriptions only.'],
    [{ minPurchaseCents: 5001 }, 'This coupon needs a purchase of at least $50.01.'],
  ] as const)(
    'that does not apply (%j) is refused with the reason and the full price',
    async (input, message) => {
      const user = await aUser()
      const product = await aProduct({ priceCents: 5000 })
      const { id } = await aCoupon(input as CouponInput)
      const answer = await redeemBy(user, product.id, id, { finalAmount: 40 })
      expect([answer.status, answer.message]).toEqual([409, message])
      expect(answer.data).toEqual({ code: 'coupon-refused', amount: 50, originalAmount: 50 })
      expect(await paymentsOf(user.id)).toEqual([])
      expect((await usesOf(id)).uses).toEqual([])
    },
  )

  test('whose terms changed after they were shown is refused with the new price, and no use is reserved', async () => {
    const user = await aUser()
    const product = await aProduct({ priceCents: 5000 })
    const { id } = await aCoupon({ discountValue: 0.5 })
    await env.DB.prepare('UPDATE coupons SET discount_value = 0.1 WHERE id = ?').bind(id).run()
    const answer = await redeemBy(user, product.id, id, { finalAmount: 25, discountAmount: 25 })
    expect(answer.status).toBe(409)
    expect(answer.data).toEqual({ code: 'price-changed', amount: 45, originalAmount: 50 })
    expect(await usesOf(id)).toMatchObject({ currentUses: 0, uses: [] })
  })

  test.each([
    ['switched off', 'is_active = 0'],
    ['ended', 'end_date = 1'],
    ['changed', 'updated_at = updated_at + 1'],
  ])('that was %s after its validation is refused by the database', async (_how, change) => {
    const user = await aUser()
    const coupon = await aCoupon()
    await env.DB.prepare(`UPDATE coupons SET ${change} WHERE id = ?`).bind(coupon.id).run()
    const db = openDb(env.DB)
    const hold = {
      reference: unique('reference'),
      coupon,
      person: { userId: user.id, emailIdentity: user.email, network: null },
      originalCents: 100,
      discountCents: 20,
      finalCents: 80,
    }
    const refused = await commit(db, reserveUse(db, hold, Date.now())).catch((error: Error) => error)
    expect(String((refused as Error).cause ?? refused)).toContain('coupons.current_uses')
    expect(await usesOf(coupon.id)).toMatchObject({ currentUses: 0, uses: [] })
  })

  test('sent ten times at once with one client payment id gives one payment, one reserved use, one page', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { id } = await aCoupon({ maxUsesPerUser: 5 })
    const clientPaymentId = unique('visit')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => redeemBy(user, product.id, id, { clientPaymentId })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ data }) => data.url)).size).toBe(1)
    expect(await paymentsOf(user.id)).toHaveLength(1)
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['held'] })
  })

  test('used in one tab and not in another never gives a tab the page of the other price', async () => {
    const user = await aUser()
    const product = await aProduct({ priceCents: 5000 })
    const { id } = await aCoupon()
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, tab) =>
        tab % 2
          ? redeemBy(user, product.id, id)
          : user.post<{ id: number }>('/api/payment/create', inputOf(user, product.id)),
      ),
    )
    for (const [tab, { status, data }] of asked.entries()) {
      expect([201, 409]).toContain(status)
      const payment = (await paymentsOf(user.id)).find((one) => one.id === data?.id)
      if (status === 201) expect(payment?.amount_cents).toBe(tab % 2 ? 4000 : 5000)
    }
    const open = (await paymentsOf(user.id)).filter(({ status }) => status === 'pending')
    expect(open).toHaveLength(1)
    expect((await usesOf(id)).live).toBe(open[0]?.coupon_id === id ? 1 : 0)
  })

  test('belongs to its checkout: the client payment id is refused without the coupon', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { id } = await aCoupon()
    const clientPaymentId = unique('visit')
    expect((await redeemBy(user, product.id, id, { clientPaymentId })).status).toBe(201)
    const without = await user.post<{ code: string }>(
      '/api/payment/create',
      inputOf(user, product.id, { clientPaymentId }),
    )
    expect([without.status, without.data.code]).toEqual([409, 'stale'])
  })

  test('is priced by the server: forged amounts, owners and coupon ids change no price and no owner', async () => {
    const [user, victim] = [await aUser(), await aUser()]
    const product = await aProduct({ priceCents: 5000 })
    const { id } = await aCoupon()
    const lies = {
      userId: victim.id,
      amount: 0.01,
      discountAmount: 49.99,
      originalAmount: 1,
      price: 0,
      discountCents: 5000,
      amountCents: 0,
      couponCode: 'FREE',
      isAdmin: true,
      referrerId: user.id,
    }
    const lied = await user.post<{ id: number }>('/api/payment/create', {
      ...inputOf(user, product.id, { couponId: id }),
      ...lies,
    })
    expect(lied.status, lied.text).toBe(201)
    expect(await paymentsOf(user.id)).toMatchObject([
      { amount_cents: 4000, discount_cents: 1000, coupon_id: id },
    ])
    expect(await paymentsOf(victim.id)).toEqual([])
    expect((await sessionsOf(lied.data.id))[0]?.amount_total).toBe(4000)

    for (const finalAmount of [0, 0.01, 39.99, 50, -40]) {
      const answer = await redeemBy(victim, product.id, id, { finalAmount })
      expect(answer.data).toMatchObject({ code: 'price-changed', amount: 40, originalAmount: 50 })
    }
    for (const couponId of [0, -1, id + 1, 2 ** 40]) {
      const answer = await redeemBy(victim, product.id, couponId, { finalAmount: 40 })
      expect([answer.status, answer.data.code]).toEqual([409, 'coupon-refused'])
    }
    expect(await paymentsOf(victim.id)).toEqual([])
  })
})

describe('a coupon on a subscription', () => {
  // spec: coupon-limits
  test('reduces the first period and no other', async () => {
    const user = await aUser()
    const { id } = await aCoupon({ appliesTo: 'subscriptions', discountValue: 0.5 })
    const { data, status, text } = await redeemBy(user, PREMIUM_ID, id, { purchaseType: 'subscription' })
    expect(status, text).toBe(201)
    const [session] = await sessionsOf(data.id)
    expect([session?.amount_total, session?.amount_subtotal]).toEqual([1499, 2999])
    await arrive(() => sandbox.pay(session?.id ?? ''))
    const row = await env.DB.prepare(
      'SELECT id, stripe_subscription_id AS stripe FROM subscriptions WHERE user_id = ?',
    )
      .bind(user.id)
      .first<{ id: number; stripe: string }>()
    expect((await usesOf(id)).uses[0]).toMatchObject({ state: 'redeemed', subscription_id: row?.id })
    for (let month = 0; month < 2; month++)
      await arrive(() => sandbox.subscription(row?.stripe ?? '', 'renew'))
    expect(
      (await paymentsOf(user.id)).map(({ amount_cents, discount_cents, status: now, coupon_id }) => [
        ...[amount_cents, discount_cents, now, coupon_id],
      ]),
    ).toEqual([
      [1499, 1500, 'completed', id],
      [2999, 0, 'completed', null],
      [2999, 0, 'completed', null],
    ])
    expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['redeemed'] })
  })
})
