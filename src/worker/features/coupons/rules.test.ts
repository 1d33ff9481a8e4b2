import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { type Coupon, type CouponOrder, redeem } from './rules.ts'

const NOW = 1_790_000_000_000

const aCoupon = (input: Partial<Coupon> = {}): Coupon => ({
  discountType: 'percentage',
  discountValue: 0.2,
  startDate: NOW - 1000,
  endDate: null,
  maxUses: null,
  currentUses: 0,
  maxUsesPerUser: 1,
  minPurchaseCents: 0,
  isActive: true,
  appliesTo: 'all',
  specificScriptIds: [],
  ...input,
})
const anOrder = (input: Partial<CouponOrder> = {}): CouponOrder => ({
  scriptId: 4,
  isSubscription: false,
  priceCents: 5900,
  ...input,
})
const refusal = (coupon: Partial<Coupon>, order: Partial<CouponOrder> = {}, uses = 0, now = NOW) => {
  const decision = redeem(aCoupon(coupon), anOrder(order), uses, now)
  return decision.ok ? null : decision.reason
}
const off = (coupon: Partial<Coupon>, priceCents: number) => {
  const decision = redeem(aCoupon(coupon), anOrder({ priceCents }), 0, NOW)
  return decision.ok ? decision.value.discountCents : null
}

describe('the discount of a coupon', () => {
  test.each([
    [0.2, 2999, 600],
    [0.25, 1950, 488],
    [0.145, 100, 15],
    [0.155, 100, 16],
    [0.285, 1000, 285],
    [0.333333, 100, 33],
    [1, 2999, 2999],
    [0.0001, 100, 0],
  ])('with the fraction %d of %d cents is %d, rounded half up', (discountValue, price, cents) => {
    expect(off({ discountValue }, price)).toBe(cents)
  })

  test('with a fixed amount is that amount, but never more than the price', () => {
    expect(off({ discountType: 'fixed_amount', discountValue: 500 }, 1950)).toBe(500)
    expect(off({ discountType: 'fixed_amount', discountValue: 5000 }, 1950)).toBe(1950)
  })

  test('for a free product is the whole price', () => {
    expect(off({ discountType: 'free_product', discountValue: 100 }, 29_999)).toBe(29_999)
  })

  test.each([
    [1499, 51],
    [1500, 50],
    [1501, 0],
    [1549, 0],
    [1550, 0],
  ])('of %d on 1550 leaves %d: less than a provider’s minimum becomes 0', (discountValue, left) => {
    expect(off({ discountType: 'fixed_amount', discountValue }, 1550)).toBe(1550 - left)
  })

  test('is in whole cents and never negative, and adds up to the price with the final amount', () => {
    const kinds = fc.oneof(
      fc.record({
        discountType: fc.constant('percentage' as const),
        discountValue: fc.double({ min: 1e-6, max: 1, noNaN: true }),
      }),
      fc.record({
        discountType: fc.constant('fixed_amount' as const),
        discountValue: fc.integer({ min: 1, max: 1e7 }),
      }),
      fc.record({ discountType: fc.constant('free_product' as const), discountValue: fc.constant(100) }),
    )
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 1e7 }), (kind, priceCents) => {
        const decision = redeem(aCoupon(kind), anOrder({ priceCents }), 0, NOW)
        if (!decision.ok) throw new Error('refused')
        const { discountCents, finalCents } = decision.value
        expect(Number.isInteger(discountCents) && discountCents >= 0 && finalCents >= 0).toBe(true)
        expect(discountCents + finalCents).toBe(priceCents)
        expect(finalCents === 0 || finalCents >= 50).toBe(true)
      }),
      runs(100),
    )
  })
})

describe('a coupon is refused', () => {
  test('when it is switched off', () => expect(refusal({ isActive: false })).toBe('inactive'))

  test('before its start, and from its end on', () => {
    const times = { startDate: NOW, endDate: NOW + 10 }
    expect(refusal(times, {}, 0, NOW - 1)).toBe('not-started')
    expect(refusal(times, {}, 0, NOW)).toBeNull()
    expect(refusal(times, {}, 0, NOW + 9)).toBeNull()
    expect(refusal(times, {}, 0, NOW + 10)).toBe('expired')
  })

  test('when all its uses are taken', () => {
    expect(refusal({ maxUses: 2, currentUses: 1 })).toBeNull()
    expect(refusal({ maxUses: 2, currentUses: 2 })).toBe('used-up')
    expect(refusal({ maxUses: null, currentUses: 9999 })).toBeNull()
  })

  test('when this person has reached the limit per user', () => {
    expect(refusal({ maxUsesPerUser: 1 }, {}, 1)).toBe('used-by-you')
    expect(refusal({ maxUsesPerUser: 3 }, {}, 2)).toBeNull()
    expect(refusal({ maxUsesPerUser: 3 }, {}, 3)).toBe('used-by-you')
  })

  test('when the price is below its minimum', () => {
    expect(refusal({ minPurchaseCents: 5900 })).toBeNull()
    expect(refusal({ minPurchaseCents: 5901 })).toBe('below-minimum')
  })

  test.each([
    ['all', [], null, null],
    ['specific_scripts', [4], null, null],
    ['specific_scripts', [5, 40], 'other-product', 'other-product'],
    ['specific_scripts', [], 'other-product', 'other-product'],
    ['subscriptions', [], 'subscriptions-only', null],
    ['one_time', [], null, 'one-time-only'],
  ] as const)('outside its scope: %s %j', (appliesTo, specificScriptIds, once, monthly) => {
    expect(refusal({ appliesTo, specificScriptIds })).toBe(once)
    expect(refusal({ appliesTo, specificScriptIds }, { isSubscription: true })).toBe(monthly)
  })
})
