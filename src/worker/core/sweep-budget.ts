import { MINUTE } from '#shared/core/time.ts'
import { clockFrom } from './clock-from.ts'

/** Sweeps that wait for others begin nothing new after so long: a run of the cron ends before the next one begins. */
export const SWEEP_BUDGET_MS = 4 * MINUTE

export type SweepClock = {
  now: () => number
  /** Whether nothing new should be begun. */
  isOver: () => boolean
}

/** The time within one sweep, which begins at `start`. `until`: the instant of the machine's clock at which it is over. */
export const sweepClock = (start: number, until: number = Date.now() + SWEEP_BUDGET_MS): SweepClock => ({
  now: clockFrom(start),
  isOver: () => Date.now() > until,
})
