import { expect, test } from 'vitest'
import { addPeriod } from './clock.ts'

const at = (iso: string) => Date.parse(iso) / 1000

test('a month from the 31st ends on the last day of a shorter month', () => {
  expect(addPeriod(at('2026-01-31T10:00:00Z'), 'month', 1)).toBe(at('2026-02-28T10:00:00Z'))
})

test('a period can end in another year', () => {
  expect(addPeriod(at('2026-12-15T00:00:00Z'), 'month', 1)).toBe(at('2027-01-15T00:00:00Z'))
  expect(addPeriod(at('2028-02-29T00:00:00Z'), 'year', 1)).toBe(at('2029-02-28T00:00:00Z'))
})
