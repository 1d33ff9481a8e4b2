import { HOUR, MINUTE, SECOND } from '#shared/core/time.ts'

/** `23 hours`, `59 minutes`, `4:05 minutes`, or that the time is over. */
export function remaining(ms: number): string {
  if (ms <= 0) return 'Over. Go back and start again.'
  if (ms >= 2 * HOUR) return `${Math.floor(ms / HOUR)} hours`
  if (ms >= 10 * MINUTE) return `${Math.floor(ms / MINUTE)} minutes`
  const seconds = String(Math.floor((ms % MINUTE) / SECOND)).padStart(2, '0')
  return `${Math.floor(ms / MINUTE)}:${seconds} minutes`
}
