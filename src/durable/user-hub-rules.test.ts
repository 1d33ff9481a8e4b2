import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Notification } from '#shared/notifications/contract.ts'
import { changeKept, KEPT_NOTIFICATIONS } from '#shared/notifications/rules.ts'
import { runs } from '../worker/testing/depth.ts'
import { aNotification } from '../worker/testing/hubs.ts'
import { keep, LOG_LENGTH, missedSince } from './user-hub-rules.ts'

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => aNotification(`n${from + n}`))
const idsOf = (kept: readonly Notification[]) => kept.map(({ id }) => id)

describe('the kept notifications', () => {
  // spec: notification-limit
  test('are the twenty newest, newest first, each once', () => {
    const kept = keep(keep([], many(15)), [...many(10, 10), { type: 'dashboard_refresh' }])
    expect(KEPT_NOTIFICATIONS).toBe(20)
    expect(idsOf(kept)).toEqual(Array.from({ length: 20 }, (_, n) => `n${19 - n}`))
    expect(idsOf(keep(kept, many(3, 100)))).toEqual(['n102', 'n101', 'n100', ...idsOf(kept).slice(0, 17)])
  })

  test('change when the user reads, dismisses or clears them', () => {
    const kept = keep([], many(3))
    expect(changeKept(kept, { type: 'mark_read', id: 'n1' }).map(({ read }) => read)).toEqual([
      false,
      true,
      false,
    ])
    expect(changeKept(kept, { type: 'mark_all_read' }).every(({ read }) => read)).toBe(true)
    expect(idsOf(changeKept(kept, { type: 'dismiss', id: 'n1' }))).toEqual(['n2', 'n0'])
    expect(changeKept(kept, { type: 'clear' })).toEqual([])
    expect(changeKept(kept, { type: 'dismiss', id: 'unknown' })).toEqual(kept)
    expect(kept.every(({ read }) => !read)).toBe(true)
  })
})

test('missedSince is complete exactly where the log has every missed message', () => {
  expect(missedSince(null, 50)).toBeNull()
  expect(missedSince(50, 50)).toEqual({ from: 50, complete: true })
  expect(missedSince(51, 50)).toEqual({ from: 50, complete: false })
  expect(missedSince(0, LOG_LENGTH)).toEqual({ from: 0, complete: true })
  expect(missedSince(0, LOG_LENGTH + 1)).toMatchObject({ complete: false })
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(2000), (since, last) => {
      const missed = missedSince(since, last)
      // Complete means that every number after `from` up to `last` is still in the log.
      if (missed?.complete) {
        expect(missed.from).toBe(since)
        expect(last - missed.from).toBeLessThanOrEqual(LOG_LENGTH)
      } else expect(since > last || last - since > LOG_LENGTH).toBe(true)
    }),
    runs(100),
  )
})
