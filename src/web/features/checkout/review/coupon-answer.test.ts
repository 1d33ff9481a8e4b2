import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { readCouponAnswer, readCouponFailure } from './coupon-answer.ts'

const offer = {
  coupon: {
    id: 1,
    code: 'SAVE20',
    discountType: 'percentage',
    discountValue: 0.2,
    description: '',
    appliesTo: 'all',
  },
  discountAmount: 6,
  finalAmount: 23.99,
}

test('an offer is accepted only in the contract’s shape', () => {
  expect(readCouponAnswer({ success: true, data: offer })).toEqual({ kind: 'offer', offer })
  for (const body of [null, {}, { success: true }, { success: true, data: { ...offer, finalAmount: '0' } }])
    expect(readCouponAnswer(body)).toEqual({
      kind: 'refused',
      title: 'Error applying coupon',
      message: 'Invalid response format from server',
    })
})

test('a refusal shows the server’s message, else a default', () => {
  const invalid = { kind: 'refused', title: 'Invalid coupon' }
  expect(readCouponAnswer({ success: false, message: 'No.' })).toEqual({ ...invalid, message: 'No.' })
  expect(readCouponAnswer({ success: false })).toEqual({ ...invalid, message: 'Failed to validate coupon' })
  for (const status of [400, 422])
    expect(readCouponFailure(new ApiError(status, 'No.'))).toEqual({ ...invalid, message: 'No.' })
  expect(readCouponFailure(new ApiError(422, ''))).toEqual({
    ...invalid,
    message: 'Failed to validate coupon',
  })
})

// spec: error-coupon
test('a failed call is an error, and a call without a session is signed-out', () => {
  const error = { kind: 'refused', title: 'Error applying coupon' }
  for (const status of [0, 429, 500, 503])
    expect(readCouponFailure(new ApiError(status, 'Later.'))).toEqual({ ...error, message: 'Later.' })
  expect(readCouponFailure(new TypeError('x'))).toEqual({ ...error, message: 'Failed to apply coupon' })
  expect(readCouponFailure(new ApiError(401, 'Please log in to continue.'))).toEqual({ kind: 'signed-out' })
})

test('a refusal that no later try can change has ended the coupon', () => {
  const ended = (status: number, code?: string) => {
    const answer = readCouponFailure(new ApiError(status, 'No.', code && { code }))
    return answer.kind === 'refused' && answer.ended === true
  }
  expect(ended(404)).toBe(true)
  for (const code of ['inactive', 'expired', 'used-up', 'used-by-you']) expect(ended(422, code)).toBe(true)
  for (const code of [undefined, 'not-started', 'other-product', 'unconfirmed', 'network'])
    expect(ended(422, code)).toBe(false)
  expect(ended(503)).toBe(false)
})
