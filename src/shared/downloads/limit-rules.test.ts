import { describe, expect, test } from 'vitest'
import { MOST_DOWNLOADS, MOST_NETWORKS } from '#shared/core/download-limits.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import { type CountedDownload, hourOf, LIMIT_WINDOW_MS, limitReached } from './limit-rules.ts'

const NOW = 1_800_000 * HOUR
const at = (ago: number, network: string | null, releaseId = 1): CountedDownload => ({
  network,
  releaseId,
  hour: hourOf(NOW - ago),
  lastAt: NOW - ago,
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

  test('allows a request that continues a download of the same hour, network and release', () => {
    const running = [...full, at(0, '10.0.0.0/24', 7)]
    expect(limitReached(running, { network: '10.0.0.0/24', releaseId: 7 }, NOW)).toBeNull()
    expect(limitReached(running, { network: '10.0.0.0/24', releaseId: 8 }, NOW)?.limit).toBe('downloads')
    expect(limitReached(running, { network: '10.0.0.0/24', releaseId: 7 }, NOW + HOUR)?.limit).toBe(
      'downloads',
    )
  })
})
