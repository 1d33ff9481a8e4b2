import { MINUTE } from '#shared/core/time.ts'

const GUEST_SLICE = 1000

/**
 * Which payments without an account a sweep reads, so that each run stays small: slice after slice, one a minute, in
 * turn. `newest` is the highest id there is.
 */
export function guestSlice(newest: number, now: number): { from: number; to: number } {
  const slices = Math.floor(newest / GUEST_SLICE) + 1
  const from = (Math.floor(now / MINUTE) % slices) * GUEST_SLICE
  return { from, to: from + GUEST_SLICE - 1 }
}
