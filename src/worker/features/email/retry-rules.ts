/** The first try and five more; at 30 s base the last one comes some 10 hours after the first. */
export const MAX_ATTEMPTS = 6

/** Seconds until the try after `attempts` failed ones: base, 4×, 16× … at most 6 hours (a queue's limit is 12). */
export const retryDelaySeconds = (attempts: number, baseSeconds: number): number =>
  Math.min(6 * 3600, Math.ceil(baseSeconds * 4 ** (attempts - 1)))
