export type Bucket = { tokens: number; filledAt: number }
export type BucketLimit = { burst: number; refillSeconds: number }

/** Refills the bucket for the elapsed time and takes one token; if empty, `retryAfterSeconds` until the next one. */
export function takeToken(
  bucket: Bucket | undefined,
  limit: BucketLimit,
  now: number,
): { bucket: Bucket; allowed: boolean; retryAfterSeconds: number } {
  const refillMs = limit.refillSeconds * 1000
  const elapsed = bucket ? Math.max(0, now - bucket.filledAt) : 0
  const tokens = Math.min(limit.burst, (bucket?.tokens ?? limit.burst) + elapsed / refillMs)
  if (tokens >= 1)
    return { bucket: { tokens: tokens - 1, filledAt: now }, allowed: true, retryAfterSeconds: 0 }
  return {
    bucket: { tokens, filledAt: now },
    allowed: false,
    retryAfterSeconds: Math.max(1, Math.ceil(((1 - tokens) * refillMs) / 1000)),
  }
}
