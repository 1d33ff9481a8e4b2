import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, DAY, HOUR } from '#shared/core/time.ts'
import { runs } from '../../testing/depth.ts'
import { foldPrepaid, type PrepaidMonth, reminderOf } from './prepaid-rules.ts'

const at = (text: string) => Date.parse(`${text}T12:00:00Z`)
const month = (paymentId: number, day: string, counts = true): PrepaidMonth => ({
  paymentId,
  counts,
  paidAt: at(day),
})
const endOf = (...months: PrepaidMonth[]) => new Date(foldPrepaid(months).end).toISOString().slice(0, 10)

describe('prepaid months', () => {
  test('are added to the current end, or start at their payment where that end has passed', () => {
    expect(endOf(month(1, '2027-01-10'))).toBe('2027-02-10')
    expect(endOf(month(1, '2027-01-10'), month(2, '2027-01-20'))).toBe('2027-03-10')
    expect(endOf(month(1, '2027-01-10'), month(2, '2027-05-20'))).toBe('2027-06-20')
  })

  test('that start on the 31st end on the 31st, however short the months between', () => {
    expect(endOf(month(1, '2027-01-31'))).toBe('2027-02-28')
    expect(endOf(month(1, '2027-01-31'), month(2, '2027-02-01'))).toBe('2027-03-31')
  })

  test('that were refunded are removed, and the months after them move forward', () => {
    expect(endOf(month(1, '2027-01-10', false), month(2, '2027-01-20'))).toBe('2027-02-20')
    expect(endOf(month(1, '2027-01-10'), month(2, '2027-01-20', false))).toBe('2027-02-10')
    expect(endOf(month(1, '2027-01-10', false))).toBe('2027-01-10')
  })

  const months = fc.uniqueArray(
    fc.record({
      paymentId: fc.integer({ min: 1, max: 50 }),
      paidAt: fc.integer({ min: at('2027-01-01'), max: at('2028-12-31') }),
      counts: fc.boolean(),
    }),
    { selector: ({ paymentId }) => paymentId, maxLength: 12 },
  )

  test('make the same term in any order', () => {
    fc.assert(
      fc.property(
        months.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(foldPrepaid(shuffled)).toEqual(foldPrepaid(all))
        },
      ),
      runs(100),
    )
  })

  test('are never lost: every one that counts has a period of its own, and no periods overlap', () => {
    fc.assert(
      fc.property(months, (all) => {
        const { periods, end } = foldPrepaid(all)
        const counted = all.filter(({ counts }) => counts)
        expect(periods.size).toBe(counted.length)
        const inTime = [...periods.values()].toSorted((a, b) => a.start - b.start)
        for (const [index, period] of inTime.entries()) {
          expect(period.end - period.start).toBeGreaterThanOrEqual(28 * DAY)
          const next = inTime[index + 1]
          if (next) expect(next.start).toBeGreaterThanOrEqual(period.end)
        }
        for (const { paymentId, paidAt } of counted)
          expect(periods.get(paymentId)?.start).toBeGreaterThanOrEqual(paidAt)
        if (counted.length > 0) expect(end).toBe(inTime.at(-1)?.end)
      }),
      runs(100),
    )
  })

  test('extend the term by a calendar month with each payment', () => {
    fc.assert(
      fc.property(months, fc.nat(2 * 365), (all, days) => {
        const counted = all.map((one) => ({ ...one, counts: true }))
        const before = foldPrepaid(counted)
        const last = Math.max(0, ...counted.map(({ paidAt }) => paidAt))
        const paidAt = last + days * DAY
        const after = foldPrepaid([...counted, { paymentId: 99, paidAt, counts: true }])
        const from = counted.length === 0 ? paidAt : Math.max(before.end, paidAt)
        // A month that began on a 31st may be longer than one counted from its own first day.
        expect(after.end).toBeGreaterThanOrEqual(addMonths(from, 1))
        expect(after.end - addMonths(from, 1)).toBeLessThanOrEqual(3 * DAY)
      }),
      runs(100),
    )
  })
})

test('the first reminder is due three days before the end, the second on the day of the end, none after it', () => {
  const end = Date.parse('2027-03-10T15:00:00Z')
  expect(reminderOf(end, end - 3 * DAY - 1)).toBeNull()
  expect(reminderOf(end, end - 3 * DAY)).toBe('soon')
  expect(reminderOf(end, Date.parse('2027-03-09T23:59:59Z'))).toBe('soon')
  expect(reminderOf(end, Date.parse('2027-03-10T00:00:00Z'))).toBe('today')
  expect(reminderOf(end, end)).toBeNull()
  // With an end soon after midnight, the second reminder is due half a day before.
  const early = Date.parse('2027-03-10T00:05:00Z')
  expect(reminderOf(early, early - 12 * HOUR)).toBe('today')
  expect(reminderOf(early, early - 13 * HOUR)).toBe('soon')
})
