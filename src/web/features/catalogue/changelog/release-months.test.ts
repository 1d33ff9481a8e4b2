import { expect, test } from 'vitest'
import { releaseMonths } from './release-months.ts'

test('releases are grouped by their month of publication (UTC), in the given order', () => {
  const entries = [
    { id: 4, publishedAt: '2026-11-01T00:00:00.000Z' },
    { id: 3, publishedAt: '2026-10-31T23:59:59.999Z' },
    { id: 2, publishedAt: '2026-10-01T00:00:00.000Z' },
    { id: 1, publishedAt: '2025-10-31T00:00:00.000Z' },
  ]
  const months = releaseMonths(entries).map(({ title, entries }) => [title, entries.map(({ id }) => id)])
  expect(months).toEqual([
    ['November 2026', [4]],
    ['October 2026', [3, 2]],
    ['October 2025', [1]],
  ])
  expect(releaseMonths([])).toEqual([])
})
