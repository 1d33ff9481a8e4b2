import { expect, test } from 'vitest'
import { proposedDay, refusePromise, startOf } from './security-promise-rules.ts'

const NOW = Date.parse('2026-06-30T15:00:00Z')
const day = (text: string) => startOf(text)

test('a promise can be made, kept and extended, but neither shortened nor taken back', () => {
  const promised = day('2028-06-30')
  expect(refusePromise(null, promised, NOW)).toBeNull()
  expect(refusePromise(promised, promised, NOW)).toBeNull()
  expect(refusePromise(promised, day('2028-07-01'), NOW)).toBeNull()
  expect(refusePromise(promised, day('2028-06-29'), NOW)).toContain('until 30 Jun 2028')
  expect(refusePromise(promised, null, NOW)).toContain('not shortened')
  expect(refusePromise(null, null, NOW)).toBeNull()
})

test('a day that is over, or more than 20 years away, cannot be promised', () => {
  expect(refusePromise(null, day('2026-06-30'), NOW)).toBeNull()
  expect(refusePromise(null, day('2026-06-29'), NOW)).toContain('over')
  expect(refusePromise(null, day('2046-06-30'), NOW)).toBeNull()
  expect(refusePromise(null, day('2046-07-01'), NOW)).toContain('20 years')
  // Of an ended promise nothing is changed.
  expect(refusePromise(day('2026-01-01'), day('2026-01-01'), NOW)).toBeNull()
})

test('a new product is proposed two years', () => {
  expect(proposedDay(NOW)).toBe('2028-06-30')
})
