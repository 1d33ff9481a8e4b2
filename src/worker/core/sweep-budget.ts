import { MINUTE } from './time.ts'

/** A sweep that waits for others begins nothing new after so long: those that follow it in the same run have their turn. */
export const SWEEP_BUDGET_MS = 4 * MINUTE
