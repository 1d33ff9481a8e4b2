/** The first attempt and seven retries. With a base of 30 s the last one comes about 15 hours after the first. */
export const MAX_ATTEMPTS = 8

/**
 * Seconds to wait after `attempts` failed attempts: base, 4×, 16× … at most 6 hours (a queue's limit is 12). Their sum
 * stays below 24 hours: the provider remembers an idempotency key for that long.
 */
export const retryDelaySeconds = (attempts: number, baseSeconds: number): number =>
  Math.min(6 * 3600, Math.ceil(baseSeconds * 4 ** (attempts - 1)))
