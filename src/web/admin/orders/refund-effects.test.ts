import { expect, test } from 'vitest'
import type { RefundPreview } from '#shared/refunds/contract.ts'
import { refundEffects } from './refund-effects.ts'

const nothing: RefundPreview = {
  paymentId: 1,
  amount: 5,
  left: 19.5,
  full: false,
  refusal: null,
  endsAccess: false,
  endsLicence: false,
  endsSubscription: false,
  commission: 'none',
  returnsCouponUse: false,
}

test('a partial refund keeps access and reduces the commission', () => {
  expect(refundEffects(nothing)).toEqual(['Access stays as it is.'])
  expect(refundEffects({ ...nothing, commission: 'reduced' })).toEqual([
    'The affiliate’s commission is reduced in proportion.',
    'Access stays as it is.',
  ])
})

test('a full refund lists everything that ends, is cancelled or does not count any more', () => {
  const all = refundEffects({
    ...nothing,
    full: true,
    endsAccess: true,
    endsLicence: true,
    endsSubscription: true,
    commission: 'cancelled',
    returnsCouponUse: true,
  })
  expect(all).toHaveLength(5)
  for (const word of ['Access ends', 'licence', 'subscription ends', 'cancelled', 'coupon'])
    expect(all.join(' ')).toContain(word)
})
