import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { nextAttemptAt } from './rules.ts'

test('a stored event is retried after growing delays, and left to a person after twenty attempts', () => {
  const waits = Array.from({ length: 22 }, (_, attempts) => nextAttemptAt(attempts, 0))
  expect(waits.slice(0, 5)).toEqual([0.5, 2, 4, 8, 16].map((minutes) => minutes * MINUTE))
  expect(waits.slice(9, 20)).toEqual(Array(11).fill(6 * HOUR))
  expect(waits.slice(20)).toEqual([null, null])
})
