import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { readRefusal } from './refusal.ts'

test('a 409 with a new amount asks the buyer to confirm the new price', () => {
  const error = new ApiError(409, 'The price has changed.', {
    code: 'price-changed',
    amount: 31.5,
    originalAmount: 40,
  })
  expect(readRefusal(error)).toEqual({ kind: 'price', amount: 31.5, fullPrice: 40 })
})

test('a coupon that was used up meanwhile is reported with the price without it', () => {
  const message = 'This coupon has been used up.'
  const data = { code: 'coupon-refused', amount: 49, originalAmount: 49 }
  expect(readRefusal(new ApiError(409, message, data))).toEqual({ kind: 'coupon', message, fullPrice: 49 })
})

test('free days that are refused are reported with the price of the first month', () => {
  const message = 'You have had free days in this shop before.'
  const data = { code: 'trial-refused', amount: 29.99, originalAmount: 29.99 }
  expect(readRefusal(new ApiError(409, message, data))).toEqual({ kind: 'trial', message, fullPrice: 29.99 })
})

test('a 409 with the code owned means that the buyer already has the product', () => {
  const message = 'You already own this product. It is in your dashboard.'
  expect(readRefusal(new ApiError(409, message, { code: 'owned' }))).toEqual({ kind: 'owned', message })
})

test('a 409 with the code stale needs a new attempt', () => {
  const message = 'This checkout is already expired. Please start a new one.'
  expect(readRefusal(new ApiError(409, message, { code: 'stale' }))).toEqual({ kind: 'stale', message })
})

test('a payment in review, or still being confirmed, shows the message of the server', () => {
  const message = 'Your earlier payment for this product is still being confirmed.'
  expect(readRefusal(new ApiError(409, message, { code: 'confirming' }))).toEqual({ kind: 'failed', message })
})

test('a lost session sends the buyer to log in', () => {
  expect(readRefusal(new ApiError(401, 'Please log in.'))).toEqual({ kind: 'signed-out' })
})

test('any other refusal shows the message of the server, or a default', () => {
  expect(readRefusal(new ApiError(503, 'The provider is down.'))).toEqual({
    kind: 'failed',
    message: 'The provider is down.',
  })
  expect(readRefusal(new TypeError('boom'))).toEqual({
    kind: 'failed',
    message: 'There was an error initiating the payment.',
  })
})
