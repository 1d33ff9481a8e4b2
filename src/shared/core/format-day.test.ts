import { afterEach, expect, test, vi } from 'vitest'
import {
  formatDay,
  formatMoment,
  formatMonth,
  formatShortDay,
  formatTime,
  formatUtcMoment,
} from './format-day.ts'
import { formatNumber } from './format-number.ts'
import { setReaderPlace } from './reader-place.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  setReaderPlace(null)
})

test.each([
  ['2027-02-21T12:00:00.000Z', '21 Feb 2027', 'February 2027'],
  ['2026-09-01T00:00:00.000Z', '1 Sep 2026', 'September 2026'],
  ['2026-12-31T23:59:59.999Z', '31 Dec 2026', 'December 2026'],
])('%s is shown as %s wherever the code runs while the reader’s place is unknown', (iso, day, month) => {
  for (const machine of ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue']) {
    vi.stubEnv('TZ', machine)
    expect([formatDay(iso), formatMonth(iso)]).toEqual([day, month])
  }
})

const EVENING = '2026-12-31T20:05:00.000Z'

test.each([
  ['de-DE', 'Europe/Berlin', '31.12.2026', '31. Dez.', 'Dezember 2026', '31.12.2026, 21:05 (MEZ)', '1.234,5'],
  ['ja-JP', 'Asia/Tokyo', '2027/01/01', '1月1日', '2027年1月', '2027/01/01 5:05 (JST)', '1,234.5'],
  [
    'en-US',
    'America/New_York',
    'Dec 31, 2026',
    'Dec 31',
    'December 2026',
    'Dec 31, 2026, 3:05 PM (EST)',
    '1,234.5',
  ],
  ['en-GB', 'UTC', '31 Dec 2026', '31 Dec', 'December 2026', '31 Dec 2026, 20:05 (UTC)', '1,234.5'],
])('dates and numbers for a reader of %s in %s', (locale, timeZone, day, shortDay, month, moment, number) => {
  setReaderPlace({ locale, timeZone })
  // Some versions of the language data have a narrow no-break space before AM and PM.
  expect(formatMoment(EVENING).replace(/\u202f/g, ' ')).toBe(moment)
  expect([formatDay(EVENING), formatShortDay(EVENING), formatMonth(EVENING)]).toEqual([day, shortDay, month])
  expect(formatNumber(1234.5)).toBe(number)
  // Mails and reports are the same for every reader.
  expect(formatUtcMoment(EVENING)).toBe('31 Dec 2026, 20:05 (UTC)')
})

test('a calendar’s day or month is the same in every time zone', () => {
  setReaderPlace({ locale: 'en-GB', timeZone: 'America/Los_Angeles' })
  expect([formatDay('2028-06-30'), formatMonth('2028-06')]).toEqual(['30 Jun 2028', 'June 2028'])
})

test('dates have Western digits and years, and no marks that reorder an English sentence', () => {
  setReaderPlace({ locale: 'ar-EG', timeZone: 'Africa/Cairo' })
  expect(formatDay(EVENING)).toBe('31/12/2026')
  setReaderPlace({ locale: 'th-TH', timeZone: 'Asia/Bangkok' })
  expect(formatDay(EVENING)).toContain('2027')
  setReaderPlace({ locale: 'fa-IR', timeZone: 'Asia/Tehran' })
  expect(formatNumber(1234)).toMatch(/^1.234$/)
})

// spec: notification-item
test('formatTime shows the local time for today, and the date and time for any other day', () => {
  setReaderPlace({ locale: 'en-GB', timeZone: 'Asia/Tokyo' })
  const now = Date.parse('2026-11-21T14:40:00.000Z')
  expect(formatTime(Date.parse('2026-11-21T00:05:00.000Z'), now)).toBe('09:05')
  expect(formatTime(Date.parse('2026-11-20T14:59:00.000Z'), now)).toBe('20 Nov, 23:59')
  expect(formatTime(Date.parse('2025-11-21T00:05:00.000Z'), now)).toBe('21 Nov, 09:05')
})
