import { MINUTE } from '#shared/core/time.ts'

const GUEST_SLICE = 1000

/**
 * The ids of the guest payments that a sweep reads: one slice a minute, in turn, so that each run stays small. `newest`
 * is the highest id of a guest payment.
 */
export function guestSlice(newest: number, now: number): { from: number; to: number } {
  const slices = Math.floor(newest / GUEST_SLICE) + 1
  const from = (Math.floor(now / MINUTE) % slices) * GUEST_SLICE
  return { from, to: from + GUEST_SLICE - 1 }
}
