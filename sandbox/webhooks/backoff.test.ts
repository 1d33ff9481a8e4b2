import { expect, test } from 'vitest'
import { maxAttempts, retryDelayMs } from './backoff.ts'

test('the retry delay doubles from a second up to a minute, and is null after the last attempt', () => {
  expect([1, 2, 3, 4, 7, 19].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000])
  expect(retryDelayMs(maxAttempts)).toBeNull()
})
