export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Epoch milliseconds → ISO 8601 in UTC, the format of instants in the API. */
export const toIso = (instant: number): string => new Date(instant).toISOString()

export const toIsoOrNull = (instant: number | null): string | null =>
  instant === null ? null : toIso(instant)

/**
 * The same day and time `months` calendar months later (UTC). A day that the target month does not have becomes its
 * last day (31 January + 1 month = 28 or 29 February).
 */
export function addMonths(instant: number, months: number): number {
  const start = new Date(instant)
  const target = new Date(instant)
  target.setUTCDate(1)
  target.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return target.getTime()
}
