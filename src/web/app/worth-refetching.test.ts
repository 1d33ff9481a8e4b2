import { expect, test } from 'vitest'
import { ApiError, NO_ANSWER } from '../lib/api.ts'
import { worthRefetching } from './worth-refetching.ts'

const unreached = new ApiError(NO_ANSWER, 'The shop could not be reached.')

test.each([
  ['/api/my-products', unreached, true],
  ['/api/my-products', new ApiError(500, 'Server error'), false],
  ['/api/my-products', null, false],
  ['/api/auth/me', unreached, true],
  ['/api/auth/me', new ApiError(503, 'Busy'), true],
  ['/api/auth/me', null, false],
])('a refetch of %s after %s is worth it: %s', (key, error, expected) => {
  expect(worthRefetching(key, error)).toBe(expected)
})

// spec: retry-once
test('the message of a call without a response has no status number', () => {
  expect(unreached.message).toBe('The shop could not be reached.')
  expect(new ApiError(404, 'Not found').message).toBe('404: Not found')
})
