import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#shared/core/time.ts'
import { remaining } from './remaining.ts'

test.each([
  [23 * HOUR + 59 * MINUTE, '23 hours'],
  [2 * HOUR, '2 hours'],
  [2 * HOUR - 1, '119 minutes'],
  [35 * MINUTE, '35 minutes'],
  [4 * MINUTE + 5 * SECOND + 999, '4:05 minutes'],
  [999, '0:00 minutes'],
  [0, 'Over. Go back and start again.'],
])('%d ms are shown as %s', (ms, text) => {
  expect(remaining(ms)).toBe(text)
})
