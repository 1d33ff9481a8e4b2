import { formatDay } from '#shared/core/format-day.ts'

/** Until when a product gets security updates, and what that means. `until`: 2028-06-30; null: no day is promised. */
export function securityPromise(until: string | null): { title: string; text: string } {
  return until === null
    ? {
        title: 'No day is promised for security updates',
        text: 'If we publish one, every owner gets it.',
      }
    : {
        title: `Security updates until ${formatDay(until)}`,
        text: 'We repair security flaws until then, also for owners whose updates ended.',
      }
}
