import { LIMIT_DAYS, MOST_DOWNLOADS, MOST_NETWORKS, MOST_REQUESTS } from '#shared/core/download-limits.ts'
import { DAY, HOUR } from '#shared/core/time.ts'

/** The window in which the limits count, in milliseconds. */
export const LIMIT_WINDOW_MS = LIMIT_DAYS * DAY

/** All requests for one release from one network within one clock hour: one download, with its resumed parts. */
export type CountedDownload = {
  /** Null: unknown, as in a local run. It is never counted as a network. */
  network: string | null
  releaseId: number
  /** Epoch milliseconds of its latest request. */
  lastAt: number
  requests: number
}

export type LimitReached = {
  limit: 'networks' | 'downloads'
  /** When this request would be allowed, in epoch milliseconds. */
  worksAgainAt: number
}

/**
 * The limit that this request would exceed, or null. `counted`: the purchase's downloads, of which those within the
 * window count. `MOST_REQUESTS` requests reach the limit of downloads, because more may be missing in `counted`. Below
 * that, a request within an hour after the last one for the same release from the same network is always allowed.
 */
export function limitReached(
  counted: readonly CountedDownload[],
  request: Pick<CountedDownload, 'network' | 'releaseId'>,
  now: number,
): LimitReached | null {
  const recent = counted.filter(({ lastAt }) => lastAt > now - LIMIT_WINDOW_MS)
  const times = recent.map(({ lastAt }) => lastAt)
  const downloadsAt = times.length < MOST_DOWNLOADS ? 0 : freeAt(times, MOST_DOWNLOADS)
  const requestsAt = requestsFreeAt(recent, now)
  if (requestsAt !== null) return { limit: 'downloads', worksAgainAt: Math.max(downloadsAt, requestsAt) }
  if (continuesDownload(recent, request, now)) return null
  const { network } = request
  const byNetwork = new Map<string, number>()
  for (const one of recent) {
    if (one.network !== null)
      byNetwork.set(one.network, Math.max(one.lastAt, byNetwork.get(one.network) ?? 0))
  }
  const isNew = network !== null && !byNetwork.has(network)
  if (isNew && byNetwork.size >= MOST_NETWORKS) {
    return { limit: 'networks', worksAgainAt: freeAt([...byNetwork.values()], MOST_NETWORKS) }
  }
  return downloadsAt === 0 ? null : { limit: 'downloads', worksAgainAt: downloadsAt }
}

/** Whether this request belongs to a download that is counted already, such as a further part of it. */
export const continuesDownload = (
  counted: readonly CountedDownload[],
  { network, releaseId }: Pick<CountedDownload, 'network' | 'releaseId'>,
  now: number,
): boolean =>
  counted.some((one) => one.network === network && one.releaseId === releaseId && one.lastAt > now - HOUR)

/**
 * When fewer than `MOST_REQUESTS` requests of these downloads are within the window, in epoch milliseconds; at most one
 * hour later. Null where that is so now.
 */
export function requestsFreeAt(counted: readonly CountedDownload[], now: number): number | null {
  const newest = counted
    .filter(({ lastAt }) => lastAt > now - LIMIT_WINDOW_MS)
    .sort((a, b) => b.lastAt - a.lastAt)
  let requests = 0
  for (const one of newest) {
    requests += one.requests
    if (requests >= MOST_REQUESTS) return one.lastAt + LIMIT_WINDOW_MS
  }
  return null
}

/** When fewer than `most` of these instants are within the window. */
function freeAt(instants: number[], most: number): number {
  const oldest = instants.sort((a, b) => a - b)
  return (oldest[instants.length - most] ?? 0) + LIMIT_WINDOW_MS
}
