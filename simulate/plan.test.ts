import { expect, test } from 'vitest'
import { ACTIONS, CLOCK_RANGE_MS, type Moment, plan } from './plan.ts'

const first = (seed: number, count: number): Moment[] => {
  const moments = plan(seed)
  return Array.from({ length: count }, () => moments.next().value)
}

test('the same seed gives the same plan, and another seed gives another plan', () => {
  expect(first(7, 200)).toEqual(first(7, 200))
  expect(first(7, 200)).not.toEqual(first(8, 200))
})

test('a long plan has every action and every kind of fault, and begins with registrations', () => {
  const moments = first(1, 1_000)
  const done = new Set(moments.flatMap(({ steps }) => steps.map(({ action }) => action)))
  expect([...done].sort()).toEqual(Object.keys(ACTIONS).sort())
  const kinds = new Set(moments.map(({ fault }) => fault?.kind ?? 'none'))
  expect([...kinds].sort()).toEqual(['clock', 'kill', 'none', 'sandbox'])
  expect(moments[0]?.fault).toBeNull()
  expect(moments[0]?.steps.every(({ action }) => action === 'register')).toBe(true)
})

test('the clock stays within one day of the machine’s clock', () => {
  let movedMs = 0
  for (const { fault } of first(3, 2_000)) {
    if (fault?.kind === 'clock') movedMs += fault.byMs
    expect(Math.abs(movedMs)).toBeLessThanOrEqual(CLOCK_RANGE_MS)
  }
})
