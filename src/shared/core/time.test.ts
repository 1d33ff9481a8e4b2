import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../worker/testing/depth.ts'
import { addMonths, DAY, toIso } from './time.ts'

describe('calendar months', () => {
  test.each([
    ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', 3, '2027-02-28T23:59:59.999Z'],
    ['2027-11-30T00:00:00.000Z', 3, '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T00:00:00.000Z', 3, '2027-03-31T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 3, '2026-04-30T00:00:00.000Z'],
    ['2026-08-31T12:34:56.789Z', 3, '2026-11-30T12:34:56.789Z'],
    ['2026-05-15T08:00:00.000Z', 3, '2026-08-15T08:00:00.000Z'],
    ['2028-02-29T08:00:00.000Z', 12, '2029-02-28T08:00:00.000Z'],
  ])('%s plus %i is %s', (from, months, to) => {
    expect(toIso(addMonths(Date.parse(from), months))).toBe(to)
  })

  test('keep the time of day, add the exact number of months, and change the day only in too short months', () => {
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 48 }), (instant, months) => {
        const [from, to] = [new Date(instant), new Date(addMonths(instant, months))]
        const monthsOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
        expect(monthsOf(to)).toBe(monthsOf(from) + months)
        expect(to.getTime() % DAY).toBe(from.getTime() % DAY)
        expect(to.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate())
        if (to.getUTCDate() < from.getUTCDate()) {
          expect(new Date(to.getTime() + DAY).getUTCDate()).toBe(1)
        }
      }),
      runs(100),
    )
  })
})
