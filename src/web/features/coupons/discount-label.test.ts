import { expect, test } from 'vitest'
import type { CouponOffer } from '#shared/coupons/contract.ts'
import { discountLabel } from './discount-label.ts'

test.each([
  ['percentage', 0.2, '20% off'],
  ['percentage', 0.07, '7% off'],
  ['percentage', 0.125, '12.5% off'],
  ['fixed_amount', 5, '$5.00 off'],
  ['free_product', 100, 'Free'],
] as const)('a %s of %d reads %s', (discountType, discountValue, label) => {
  const coupon = { discountType, discountValue } as CouponOffer['coupon']
  expect(discountLabel(coupon)).toBe(label)
})
