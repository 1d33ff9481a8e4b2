import { expect, test } from 'vitest'
import { DAY, HOUR } from '#shared/core/time.ts'
import { creditOn, sumUnused, unusedOf } from './rules.ts'

const month = { netCents: 2999, start: 0, end: 30 * DAY }

test('unusedOf credits the unused days of what was paid, rounded down, and never more than that', () => {
  expect(unusedOf(month, 0)).toEqual({ creditCents: 2999, unusedDays: 30, periodDays: 30 })
  expect(unusedOf(month, 10 * DAY)).toEqual({ creditCents: 1999, unusedDays: 20, periodDays: 30 })
  // A day that has begun counts as unused.
  expect(unusedOf(month, 10 * DAY + 23 * HOUR).unusedDays).toBe(20)
  expect(unusedOf(month, 30 * DAY)).toMatchObject({ creditCents: 0, unusedDays: 0 })
  expect(unusedOf(month, 31 * DAY).creditCents).toBe(0)
  // A month that was partly refunded, and a month that has not begun.
  expect(unusedOf({ ...month, netCents: 1000 }, 15 * DAY).creditCents).toBe(500)
  expect(unusedOf({ netCents: 2999, start: 30 * DAY, end: 60 * DAY }, 0).creditCents).toBe(2999)
})

test('sumUnused adds the months that were paid in advance', () => {
  const next = { netCents: 1999, start: 30 * DAY, end: 60 * DAY }
  expect(sumUnused([month, next], 15 * DAY)).toEqual({
    creditCents: 1499 + 1999,
    unusedDays: 45,
    periodDays: 60,
  })
})

test('creditOn is at most the price, and leaves no remainder below the minimum charge', () => {
  expect(creditOn(19_900, 1999)).toBe(1999)
  expect(creditOn(19_900, 50_000)).toBe(19_900)
  expect(creditOn(19_900, 19_851)).toBe(19_900)
  expect(creditOn(19_900, 19_850)).toBe(19_850)
})
