import { addMonths, DAY, HOUR } from '#shared/core/time.ts'

/** A payment that pays for one month; one that was refunded does not count. Instants in epoch milliseconds. */
export type PrepaidMonth = { paymentId: number; paidAt: number; counts: boolean }

export type Period = { start: number; end: number }

/** The term that all payments of one prepaid subscription buy together, and the period of each payment. */
export type PrepaidTerm = Period & { periods: ReadonlyMap<number, Period> }

/**
 * Each payment adds a calendar month to the current end, or to its own day where that end has passed. The term depends
 * on the payments only, so the order in which they were settled and refunded does not matter. The months of an unbroken
 * run are counted from its first day: the 31st stays the 31st after a February.
 */
export function foldPrepaid(months: readonly PrepaidMonth[]): PrepaidTerm {
  const inOrder = months.toSorted((a, b) => a.paidAt - b.paidAt || a.paymentId - b.paymentId)
  const first = inOrder[0]?.paidAt ?? 0
  const periods = new Map<number, Period>()
  let run = { start: first, end: first, length: 0 }
  for (const { paymentId, paidAt, counts } of inOrder) {
    if (!counts) continue
    if (run.length === 0 || paidAt > run.end) run = { start: paidAt, end: paidAt, length: 0 }
    const length = run.length + 1
    const end = addMonths(run.start, length)
    periods.set(paymentId, { start: run.end, end })
    run = { ...run, end, length }
  }
  return { start: run.start, end: run.end, periods }
}

/** The status of a prepaid subscription with this end. */
export const prepaidState = (end: number, now: number) =>
  end > now ? { status: 'active' as const, endedAt: null } : { status: 'canceled' as const, endedAt: end }

export const REMINDERS = ['soon', 'today'] as const
export type Reminder = (typeof REMINDERS)[number]

/** The first reminder goes out this long before the end. */
export const REMIND_BEFORE_MS = 3 * DAY
/** An end soon after midnight (UTC) is still announced half a day before. */
const LAST_CALL_MS = 12 * HOUR

/** The reminder that is due for a subscription that ends at `end`; null where none is due yet, or it has ended. */
export function reminderOf(end: number, now: number): Reminder | null {
  if (end <= now || end - now > REMIND_BEFORE_MS) return null
  const day = new Date(end).setUTCHours(0, 0, 0, 0)
  return now >= Math.min(day, end - LAST_CALL_MS) ? 'today' : 'soon'
}
