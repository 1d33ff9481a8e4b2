import { describe, expect, test } from 'vitest'
import { MOST_DOWNLOADS, MOST_NETWORKS, MOST_REQUESTS } from '#shared/core/download-limits.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import { type CountedDownload, LIMIT_WINDOW_MS, limitReached } from './limit-rules.ts'

const NOW = 1_800_000 * HOUR
const at = (ago: number, network: string | null, releaseId = 1): CountedDownload => ({
  network,
  releaseId,
  lastAt: NOW - ago,
  requests: 1,
})
const many = (count: number, one: (index: number) => CountedDownload) =>
  Array.from({ length: count }, (_, i) => one(i))

describe('the limit of networks', () => {
  const full = many(MOST_NETWORKS, (index) => at(DAY + index * HOUR, `10.0.${index}.0/24`))

  test('refuses one network more, until the network used longest ago leaves the window', () => {
    const oldest = Math.min(...full.map(({ lastAt }) => lastAt))
    const reached = limitReached(full, { network: '10.9.9.0/24', releaseId: 1 }, NOW)
    expect(reached).toEqual({ limit: 'networks', worksAgainAt: oldest + LIMIT_WINDOW_MS })
    const later = reached?.worksAgainAt ?? 0
    expect(limitReached(full, { network: '10.9.9.0/24', releaseId: 1 }, later - 1)).not.toBeNull()
    expect(limitReached(full, { network: '10.9.9.0/24', releaseId: 1 }, later)).toBeNull()
  })

  test('allows the networks that were used, an unknown network, and the last one below the limit', () => {
    expect(limitReached(full, { network: '10.0.3.0/24', releaseId: 9 }, NOW)).toBeNull()
    expect(limitReached(full, { network: null, releaseId: 9 }, NOW)).toBeNull()
    expect(limitReached(full.slice(1), { network: '10.9.9.0/24', releaseId: 1 }, NOW)).toBeNull()
  })
})

describe('the limit of downloads', () => {
  const full = many(MOST_DOWNLOADS, (index) => at(DAY + index * HOUR, '10.0.0.0/24'))

  test('refuses one download more, until the oldest leaves the window', () => {
    const oldest = Math.min(...full.map(({ lastAt }) => lastAt))
    const request = { network: '10.0.0.0/24', releaseId: 1 }
    const reached = limitReached(full, request, NOW)
    expect(reached).toEqual({ limit: 'downloads', worksAgainAt: oldest + LIMIT_WINDOW_MS })
    expect(limitReached(full, request, (reached?.worksAgainAt ?? 0) - 1)).not.toBeNull()
    expect(limitReached(full, request, reached?.worksAgainAt ?? 0)).toBeNull()
    expect(limitReached(full.slice(1), request, NOW)).toBeNull()
  })

  test('allows a request within an hour after the last one of the same network and release, in the next clock hour too', () => {
    const running = [...full, at(0, '10.0.0.0/24', 7)]
    const after = (delay: number, releaseId = 7, network = '10.0.0.0/24') =>
      limitReached(running, { network, releaseId }, NOW + delay)
    expect(after(0)).toBeNull()
    expect(after(0, 8)?.limit).toBe('downloads')
    expect(after(0, 7, '10.9.9.0/24')?.limit).toBe('downloads')
    // NOW is the beginning of a clock hour: the last request was in the hour before.
    expect(
      limitReached([...full, at(1, '10.0.0.0/24', 7)], { network: '10.0.0.0/24', releaseId: 7 }, NOW),
    ).toBeNull()
    expect(after(HOUR - 1)).toBeNull()
    expect(after(HOUR)?.limit).toBe('downloads')
  })

  test('is reached by the most requests that are read, until fewer are within the window', () => {
    const request = { network: '10.0.0.0/24', releaseId: 1 }
    const counted = [
      { ...at(5 * DAY, '10.0.0.0/24'), requests: 7 },
      { ...at(HOUR / 2, '10.0.0.0/24'), requests: MOST_REQUESTS - 17 },
      { ...at(3 * DAY, '10.0.0.0/24'), requests: 10 },
    ]
    expect(limitReached(counted, request, NOW)).toEqual({
      limit: 'downloads',
      worksAgainAt: NOW - 5 * DAY + LIMIT_WINDOW_MS,
    })
    expect(limitReached(counted, request, NOW + 25 * DAY)).toBeNull()
    expect(limitReached(counted.slice(1), request, NOW)).toBeNull()
    // Both numbers must be below their limit.
    expect(limitReached([...full, ...counted], request, NOW)?.worksAgainAt).toBe(
      limitReached([...full, ...counted.slice(1)], { ...request, releaseId: 2 }, NOW)?.worksAgainAt,
    )
  })
})
