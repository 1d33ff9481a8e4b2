import { expect, test } from 'vitest'
import { formatLocal } from './format-local.ts'

// Local times, because the function formats in the time zone of the machine.
const now = new Date(2026, 10, 21, 14, 40).getTime()

// spec: notification-item
test('formatLocal shows the time for today, and the date and time for any other day', () => {
  expect(formatLocal(new Date(2026, 10, 21, 9, 5).getTime(), now)).toBe('09:05')
  expect(formatLocal(new Date(2026, 10, 20, 23, 59).getTime(), now)).toBe('20 Nov, 23:59')
  expect(formatLocal(new Date(2025, 10, 21, 9, 5).getTime(), now)).toBe('21 Nov, 09:05')
})
