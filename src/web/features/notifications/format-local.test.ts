import { expect, test } from 'vitest'
import { formatLocal } from './format-local.ts'

// Local wall-clock times on purpose: the reader's zone is whatever this machine's is.
const now = new Date(2026, 10, 21, 14, 40).getTime()

// spec: notification-item
test('says the hour today, and the day before it on any other', () => {
  expect(formatLocal(new Date(2026, 10, 21, 9, 5).getTime(), now)).toBe('09:05')
  expect(formatLocal(new Date(2026, 10, 20, 23, 59).getTime(), now)).toBe('20 Nov, 23:59')
  expect(formatLocal(new Date(2025, 10, 21, 9, 5).getTime(), now)).toBe('21 Nov, 09:05')
})
