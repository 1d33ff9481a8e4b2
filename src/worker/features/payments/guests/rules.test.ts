import { describe, expect, test } from 'vitest'
import { MINUTE } from '#shared/core/time.ts'
import { guestSlice } from './rules.ts'

describe('the slices of guest payments', () => {
  test('contain each id once in as many minutes as there are slices; up to id 999 there is one slice', () => {
    expect(guestSlice(999, 7 * MINUTE)).toEqual({ from: 0, to: 999 })
    for (const newest of [1, 999, 1000, 5432]) {
      const turns = Math.floor(newest / 1000) + 1
      const seen = Array.from({ length: turns }, (_, turn) => guestSlice(newest, (91 + turn) * MINUTE))
      for (const id of [1, newest])
        expect(seen.filter(({ from, to }) => from <= id && id <= to)).toHaveLength(1)
      for (const { from, to } of seen) expect(to - from).toBe(999)
    }
  })
})
