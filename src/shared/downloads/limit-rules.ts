import { LIMIT_DAYS, MOST_DOWNLOADS, MOST_NETWORKS } from '#shared/core/download-limits.ts'
import { DAY, HOUR } from '#shared/core/time.ts'

/** The window in which the limits count, in milliseconds. */
export const LIMIT_WINDOW_MS = LIMIT_DAYS * DAY

/** All requests for one release from one network within one hour: one download, with its resumed parts. */
export type CountedDownload = {
  /** Null: unknown, as in a local run. It is never counted as a network. */
  network: string | null
  releaseId: number
  /** Hours since the epoch. */
  hour: number
  /** Epoch milliseconds of its latest request. */
  lastAt: number
}

export type LimitReached = {
  limit: 'networks' | 'downloads'
  /** When this request would be allowed, in epoch milliseconds. */
  worksAgainAt: number
}

export const hourOf = (instant: number): number => Math.floor(instant / HOUR)

/**
 * The limit that this request would exceed, or null. `counted`: the purchase's downloads, of which those within the
 * window count. A request that continues a counted download is always allowed.
 */
export function limitReached(
  counted: readonly CountedDownload[],
  request: Pick<CountedDownload, 'network' | 'releaseId'>,
  now: number,
): LimitReached | null {
  const recent = counted.filter(({ lastAt }) => lastAt > now - LIMIT_WINDOW_MS)
  const { network, releaseId } = request
  const continues = recent.some(
    (one) => one.network === network && one.releaseId === releaseId && one.hour === hourOf(now),
  )
  if (continues) return null
  const byNetwork = new Map<string, number>()
  for (const one of recent) {
    if (one.network !== null)
      byNetwork.set(one.network, Math.max(one.lastAt, byNetwork.get(one.network) ?? 0))
  }
  const isNew = network !== null && !byNetwork.has(network)
  if (isNew && byNetwork.size >= MOST_NETWORKS) {
    return { limit: 'networks', worksAgainAt: freeAt([...byNetwork.values()], MOST_NETWORKS) }
  }
  if (recent.length >= MOST_DOWNLOADS) {
    const times = recent.map(({ lastAt }) => lastAt)
    return { limit: 'downloads', worksAgainAt: freeAt(times, MOST_DOWNLOADS) }
  }
  return null
}

/** When fewer than `most` of these instants are within the window. */
function freeAt(instants: number[], most: number): number {
  const oldest = instants.sort((a, b) => a - b)
  return (oldest[instants.length - most] ?? 0) + LIMIT_WINDOW_MS
}
