import { isOver } from '#shared/catalogue/security-promise-rules.ts'
import { formatDay } from '#shared/core/format-day.ts'

/**
 * Until when a product gets security updates, and what that means. `until`: 2028-06-30; null: no day is promised. `now`
 * in epoch milliseconds.
 */
export function securityPromise(until: string | null, now: number): { title: string; text: string } {
  if (until === null) {
    return {
      title: 'No day is promised for security updates',
      text: 'If we publish one, every owner gets it.',
    }
  }
  const day = formatDay(until)
  return isOver(Date.parse(until), now)
    ? {
        title: `Security updates ended on ${day}`,
        text: 'If we publish one later, every owner gets it.',
      }
    : {
        title: `Security updates until ${day}`,
        text: 'We repair security flaws until then, also for owners whose updates ended.',
      }
}
