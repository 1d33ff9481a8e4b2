/** The first try and seven more; at a base of 30 s the last one comes some 15 hours after the first. */
export const MAX_ATTEMPTS = 8

/**
 * Seconds until the try after `attempts` failed ones: base, 4×, 16× … at most 6 hours (a queue's limit is 12). All of
 * them together stay below the 24 hours for which the provider knows an idempotency key.
 */
export const retryDelaySeconds = (attempts: number, baseSeconds: number): number =>
  Math.min(6 * 3600, Math.ceil(baseSeconds * 4 ** (attempts - 1)))
