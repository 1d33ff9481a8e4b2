import { afterEach, expect, test, vi } from 'vitest'
import { formatDay, formatMonth } from './format-day.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['2027-02-21T12:00:00.000Z', '21 Feb 2027', 'February 2027'],
  ['2026-09-01T00:00:00.000Z', '1 Sep 2026', 'September 2026'],
  ['2026-12-31T23:59:59.999Z', '31 Dec 2026', 'December 2026'],
])('%s is shown as %s in every time zone', (iso, day, month) => {
  for (const reader of ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue']) {
    vi.stubEnv('TZ', reader)
    expect([formatDay(iso), formatMonth(iso)]).toEqual([day, month])
  }
})
