import { formatDay } from '#shared/core/format-day.ts'
import { addMonths, DAY, toIso } from '#shared/core/time.ts'

/** A day that is further away is taken for a typing error, because no promise can be shortened. */
const MOST_YEARS = 20
/** The form proposes this for a new product. */
const PROPOSED_YEARS = 2

/** The day (2028-06-30, in UTC) of an instant in epoch milliseconds, and of null. */
export const dayOf = (instant: number | null): string | null =>
  instant === null ? null : toIso(instant).slice(0, 10)

/** The beginning of a day in UTC, in epoch milliseconds. */
export const startOf = (day: string | null): number | null => (day === null ? null : Date.parse(day))

/** Whether the day that begins at `day` is over. Both in epoch milliseconds. */
export const isOver = (day: number, now: number): boolean => day <= now - DAY

export const proposedDay = (now: number): string => toIso(addMonths(now, PROPOSED_YEARS * 12)).slice(0, 10)

/**
 * Why this day cannot be promised, with `promised` as the promise that buyers have already; null: it can. Both in epoch
 * milliseconds, null for no promise.
 */
export function refusePromise(promised: number | null, wanted: number | null, now: number): string | null {
  if (wanted === promised) return null
  if (promised !== null && (wanted === null || wanted < promised)) {
    return `The shop promised security updates until ${formatDay(toIso(promised).slice(0, 10))}. That can be extended, but not shortened.`
  }
  if (wanted === null) return null
  if (isOver(wanted, now)) return 'This day is over. Choose today or a later day.'
  return wanted > addMonths(now, MOST_YEARS * 12)
    ? `Choose a day within the next ${MOST_YEARS} years. It cannot be shortened later.`
    : null
}
