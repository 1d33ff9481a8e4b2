import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Access } from '#shared/access/rules.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import { runs } from '../../testing/depth.ts'
import { cursorOf, endToRemindOf, progressOf, REMIND_MS, remindWindow } from './rules.ts'

test('progress is the same after it was stored as one number and read back', () => {
  const progress = fc.record({
    audience: fc.constantFrom('users', 'subscribers', 'guests', 'recipients'),
    after: fc.nat(),
  })
  fc.assert(
    fc.property(progress, (one) => {
      const second = one.audience === 'users' ? 'guests' : one.audience
      expect(progressOf(cursorOf(one), second)).toEqual(one)
    }),
    runs(100),
  )
  expect(progressOf(0, 'guests')).toEqual({ audience: 'users', after: 0 })
})

describe('the end of a purchase’s updates', () => {
  const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2032, 0, 1) })
  const accessOf = (purchasedAt: number): Access => ({
    source: 'purchase',
    grantId: 1,
    since: purchasedAt,
    until: null,
    renews: false,
    updatesUntil: addMonths(purchasedAt, 3),
  })

  test('causes a reminder in the last week only, and such a purchase is always in the searched window', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -10 * DAY, max: 2 * DAY }), (purchasedAt, offset) => {
        const end = addMonths(purchasedAt, 3)
        const now = end + offset
        const found = endToRemindOf({ grantId: 1, purchasedAt }, accessOf(purchasedAt), now)
        expect(found).toBe(offset >= -REMIND_MS && offset < 0 ? end : null)
        const { from, to } = remindWindow(now)
        if (found !== null) expect(from < purchasedAt && purchasedAt <= to).toBe(true)
      }),
      runs(100),
    )
  })

  test('causes no reminder where the owner has better access or none', () => {
    const purchasedAt = Date.UTC(2026, 10, 30)
    const grant = { grantId: 1, purchasedAt }
    const now = addMonths(purchasedAt, 3) - DAY
    const access = accessOf(purchasedAt)
    expect(endToRemindOf(grant, access, now)).not.toBeNull()
    expect(endToRemindOf(grant, { ...access, grantId: 2 }, now)).toBeNull()
    expect(endToRemindOf(grant, { ...access, updatesUntil: null }, now)).toBeNull()
    expect(endToRemindOf(grant, null, now)).toBeNull()
  })
})
