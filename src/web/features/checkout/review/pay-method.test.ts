import { expect, test } from 'vitest'
import { cryptoCheckoutPath, freeLabel, payLabel, readMethod, trialLabel } from './pay-method.ts'

test('the address chooses crypto where the shop takes it; anything else is card', () => {
  const asked = ['crypto', 'card', null, 'gold']
  expect(asked.map((one) => readMethod(one, true))).toEqual(['crypto', 'card', 'card', 'card'])
  expect(readMethod('crypto', false)).toBe('card')
})

test.each([
  ['card', false, 'Pay with Card - $49.00'],
  ['card', true, 'Subscribe with Card - $49.00/month'],
  ['crypto', false, 'Pay with Crypto - $49.00'],
  ['crypto', true, 'Subscribe with Crypto - $49.00/month'],
] as const)('the label for %s, subscription %s, is %s', (method, monthly, label) => {
  expect(payLabel(method, monthly, '$49.00')).toBe(label)
})

test('the label of free days names their number', () => {
  expect([trialLabel(7), trialLabel(1)]).toEqual([
    'Start 7 free days with Card',
    'Start 1 free day with Card',
  ])
})

test('the label of a free order does not mention paying', () => {
  expect([freeLabel(false), freeLabel(true)]).toEqual(['Get it free', 'Get your free month'])
})

// spec: route-coinbase-checkout
test('the address of the crypto page has the order, and a discount only if there is one', () => {
  const order = { productId: 4, email: 'a+b@mail.test', referralCode: null, offer: null }
  expect(cryptoCheckoutPath(order)).toBe('/coinbase-checkout?productId=4&email=a%2Bb%40mail.test')
  const coupon = {
    id: 9,
    code: 'FIVE',
    discountType: 'fixed_amount' as const,
    discountValue: 5,
    description: '',
    appliesTo: 'all' as const,
  }
  const offer = { coupon, discountAmount: 5, finalAmount: 44 }
  const query = new URL(cryptoCheckoutPath({ ...order, referralCode: 'ABCD1234', offer }), 'http://x')
    .searchParams
  expect(Object.fromEntries(query)).toEqual({
    productId: '4',
    email: 'a+b@mail.test',
    ref: 'ABCD1234',
    discountAmount: '5',
    finalAmount: '44',
    couponId: '9',
  })
})
