import { MINUTE } from '#shared/core/time.ts'
import { clockFrom } from './clock-from.ts'

/** Sweeps that wait for others begin no new work after this time: a cron run ends before the next one begins. */
export const SWEEP_BUDGET_MS = 4 * MINUTE

export type SweepClock = {
  now: () => number
  /** True once no new work may begin. */
  isOver: () => boolean
}

/** The clock of one sweep, which begins at `start`. `until`: the time of the machine's clock at which it is over. */
export const sweepClock = (start: number, until: number = Date.now() + SWEEP_BUDGET_MS): SweepClock => ({
  now: clockFrom(start),
  isOver: () => Date.now() > until,
})
