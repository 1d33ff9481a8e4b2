export type Bucket = { tokens: number; filledAt: number }
/** A token bucket: `burst` at once, then one more every `refillSeconds`. */
export type BucketLimit = { burst: number; refillSeconds: number }
/** At most `most` in any `inSeconds`: unlike a bucket, which may refill while it is used up. */
export type WindowLimit = { most: number; inSeconds: number }
export type RateLimit = BucketLimit | WindowLimit

/** The state of a key: a bucket, or the times of the allowed calls in epoch milliseconds, oldest first. */
export type Kept = Bucket | { times: readonly number[] }
export type Taken<State> = { kept: State; allowed: boolean; retryAfterSeconds: number }

/** Counts one call. The state of another kind of limit is ignored. */
export function take(kept: Kept | undefined, limit: RateLimit, now: number): Taken<Kept> {
  if ('most' in limit) return takeSlot(kept && 'times' in kept ? kept.times : [], limit, now)
  return takeToken(kept && 'tokens' in kept ? kept : undefined, limit, now)
}

/** The milliseconds after which a limit has nothing more to count. */
export const memoryMs = (limit: RateLimit): number =>
  1000 * ('most' in limit ? limit.inSeconds : limit.burst * limit.refillSeconds)

/** Takes the newest call back, as if it had not been made. A bucket stays as it is. */
export const giveBack = (kept: Kept): Kept => ('times' in kept ? { times: kept.times.slice(0, -1) } : kept)

function takeSlot(
  times: readonly number[],
  { most, inSeconds }: WindowLimit,
  now: number,
): Taken<{ times: readonly number[] }> {
  const recent = times.filter((time) => time > now - inSeconds * 1000)
  const oldest = recent[0]
  if (recent.length < most || oldest === undefined)
    return { kept: { times: [...recent, now] }, allowed: true, retryAfterSeconds: 0 }
  return {
    kept: { times: recent },
    allowed: false,
    retryAfterSeconds: Math.max(1, Math.ceil((oldest - now) / 1000 + inSeconds)),
  }
}

/** Refills the bucket for the elapsed time and takes one token; if empty, `retryAfterSeconds` until the next one. */
export function takeToken(bucket: Bucket | undefined, limit: BucketLimit, now: number): Taken<Bucket> {
  const refillMs = limit.refillSeconds * 1000
  const elapsed = bucket ? Math.max(0, now - bucket.filledAt) : 0
  const tokens = Math.min(limit.burst, (bucket?.tokens ?? limit.burst) + elapsed / refillMs)
  if (tokens >= 1) return { kept: { tokens: tokens - 1, filledAt: now }, allowed: true, retryAfterSeconds: 0 }
  return {
    kept: { tokens, filledAt: now },
    allowed: false,
    retryAfterSeconds: Math.max(1, Math.ceil(((1 - tokens) * refillMs) / 1000)),
  }
}
