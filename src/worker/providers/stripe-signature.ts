import { MINUTE } from '#shared/core/time.ts'

const TOLERANCE_MS = 5 * MINUTE

/**
 * Whether a signature's one time is at most five minutes from now. The SDK refuses only old ones: it accepts a time in
 * the future, and one that is no number.
 */
export function isRecentSignature(signature: string, now: number): boolean {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='))
  const [, seconds] = /^\s*t=(\d{1,12})\s*$/.exec(times[0] ?? '') ?? []
  return times.length === 1 && seconds !== undefined && Math.abs(now - Number(seconds) * 1000) <= TOLERANCE_MS
}
