import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import { emailIdentity } from '../../core/email-address.ts'
import { openDb } from '../../db/client.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aCoupon, type CouponInput, redeemBy, validate } from '../../testing/coupons.ts'
import { aProduct } from '../../testing/products.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)

const use = (couponId: number, whose: { userId: number | null; email: string; state: 'held' | 'released' }) =>
  openDb(env.DB)
    .insert(couponUsages)
    .values({
      couponId,
      userId: whose.userId,
      emailIdentity: emailIdentity(whose.email),
      identityUse: 1,
      accountUse: whose.userId === null ? null : 1,
      state: whose.state,
      discountCents: 0,
      originalCents: 100,
      finalCents: 100,
      appliedAt: Date.now(),
    })

describe('POST /api/coupons/validate', () => {
  // spec: coupon-validation-result
  test('returns the discount of a code in any case, and ignores the amount that the page sends', async () => {
    const user = await aUser()
    const { id, code } = await aCoupon()
    const product = await aProduct({ priceCents: 2999 })
    const answer = await validate(user, ` ${code.toLowerCase()} `, product.id, 1)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).toEqual({
      coupon: {
        id,
        code,
        discountType: 'percentage',
        discountValue: 0.2,
        description: 'A fifth off',
        appliesTo: 'all',
      },
      discountAmount: 6,
      finalAmount: 23.99,
    })
    expect([answer.success, answer.message]).toEqual([true, 'Coupon applied.'])
  })

  test('returns a fixed amount in dollars, and a final amount that is never negative', async () => {
    const user = await aUser()
    const { code } = await aCoupon({ discountType: 'fixed_amount', discountValue: 2500 })
    const answer = await validate(user, code, (await aProduct({ priceCents: 1950 })).id)
    expect(answer.data).toMatchObject({
      coupon: { discountValue: 25 },
      discountAmount: 19.5,
      finalAmount: 0,
    })
  })

  test('returns 404 for an unknown code and for an unknown product, with different messages', async () => {
    const user = await aUser()
    const { code } = await aCoupon()
    const unknown = await validate(user, 'NOSUCHCODE', (await aProduct()).id)
    expect([unknown.status, unknown.message]).toEqual([404, 'This coupon code is not valid.'])
    const nowhere = await validate(user, code, 987_654)
    expect([nowhere.status, nowhere.message]).toEqual([404, 'There is no such product.'])
  })

  test.each([
    [{ isActive: false }, 'inactive', 'This coupon is no longer active.'],
    [{ startDate: Date.now() + DAY }, 'not-started', 'This coupon is not valid yet.'],
    [{ endDate: Date.now() - 1 }, 'expired', 'This coupon has expired.'],
    [{ maxUses: 3, currentUses: 3 }, 'used-up', 'This coupon has been used up.'],
    [{ appliesTo: 'subscriptions' }, 'subscriptions-only', 'This coupon is for subscriptions only.'],
    [
      { appliesTo: 'specific_scripts', specificScriptIds: [1] },
      'other-product',
      'This coupon is for another product.',
    ],
    [{ minPurchaseCents: 5000 }, 'below-minimum', 'This coupon needs a purchase of at least $50.00.'],
  ] as const)('refuses with 422 and the reason: %j', async (input, reason, message) => {
    const user = await aUser()
    const { code } = await aCoupon(input as CouponInput)
    const answer = await validate(user, code, (await aProduct()).id)
    expect([answer.status, answer.message]).toEqual([422, message])
    expect(answer.data).toEqual({ code: reason })
  })

  test('refuses a code on a product without a file, which cannot be bought', async () => {
    const { code } = await aCoupon()
    const product = await aProduct({ name: 'Later', release: { publishedAt: null } })
    const answer = await validate(await aUser(), code, product.id)
    expect([answer.status, answer.message]).toEqual([
      422,
      'Later has no published file, so it cannot be bought.',
    ])
  })

  test('refuses a coupon for one-time purchases on a subscription', async () => {
    const { code } = await aCoupon({ appliesTo: 'one_time' })
    const answer = await validate(await aUser(), code, PREMIUM_ID)
    expect([answer.status, answer.message]).toEqual([422, 'This coupon is for one-time purchases only.'])
  })

  test('counts a person’s earlier use by account or by mailbox, but no released use', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const product = await aProduct()
    const [byAccount, byMailbox, released] = [await aCoupon(), await aCoupon(), await aCoupon()]
    await use(byAccount.id, { userId: user.id, email: 'else@mail.test', state: 'held' })
    await use(byMailbox.id, { userId: null, email: user.email.replace('@', '+2@'), state: 'held' })
    await use(released.id, { userId: user.id, email: user.email, state: 'released' })
    const refusals = [
      [
        byAccount.code,
        /^Another unpaid order of yours has this coupon\. Pay that order, or try again in 35 minutes\.$/,
      ],
      [byMailbox.code, /^You have already used this coupon\.$/],
    ] as const
    for (const [code, message] of refusals) {
      expect(await validate(user, code, product.id)).toMatchObject({
        status: 422,
        message: expect.stringMatching(message),
      })
      expect((await validate(other, code, product.id)).status).toBe(200)
    }
    expect((await validate(user, released.code, product.id)).status).toBe(200)
  })

  test('does not count the buyer’s own open checkout of this product, to which the buyer may return', async () => {
    const [user, other] = [await aUser({ confirmed: true }), await aUser()]
    const [product, another] = [await aProduct(), await aProduct()]
    const { id, code } = await aCoupon({ maxUses: 1 })
    expect((await redeemBy(user, product.id, id)).status).toBe(201)
    expect((await validate(user, code, product.id)).status).toBe(200)
    expect((await validate(user, code, another.id)).message).toBe('This coupon has been used up.')
    expect((await validate(other, code, product.id)).message).toBe('This coupon has been used up.')
  })

  test.each([
    [2049, 'fixed_amount', 2000, 0],
    [2050, 'fixed_amount', 2000, 0.5],
    [1000, 'percentage', 0.96, 0],
    [1000, 'percentage', 0.95, 0.5],
  ] as const)(
    'returns a final amount of 0 where less than 50 cents would be left: %d, %s %d',
    async (priceCents, discountType, discountValue, final) => {
      const user = await aUser()
      const product = await aProduct({ priceCents })
      const { id, code } = await aCoupon({ discountType, discountValue })
      const { data } = await validate(user, code, product.id)
      expect(data).toMatchObject({ finalAmount: final, discountAmount: priceCents / 100 - final })
      const charged = await redeemBy(user, product.id, id, { finalAmount: data.finalAmount })
      expect(charged.status, charged.text).toBe(201)
      expect(charged.data.url.includes('source=free')).toBe(final === 0)
    },
  )

  // spec: coupon-code-length
  test('needs a login, and a code of 3 to 20 characters', async () => {
    const product = await aProduct()
    const input = { code: 'WHATEVER', scriptId: product.id }
    expect((await visitor().post('/api/coupons/validate', input)).status).toBe(401)
    const user = await aUser()
    for (const [code, message] of [
      ['AB', 'Code must be at least 3 characters'],
      ['A'.repeat(21), 'Code must not exceed 20 characters'],
    ] as const) {
      const answer = await validate(user, code, product.id)
      expect([answer.status, answer.message]).toEqual([400, message])
    }
  })

  test('refuses a user with 429 and retry-after after twenty wrong codes, but no other user', async () => {
    stopClock()
    const user = await aUser()
    const product = await aProduct()
    for (let guess = 0; guess < 20; guess++)
      expect((await validate(user, `GUESS${guess}`, product.id)).status).toBe(404)
    const refused = await validate(user, (await aCoupon()).code, product.id)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await validate(await aUser(), (await aCoupon()).code, product.id)).status).toBe(200)
  })
})
