// Computes when cron triggers fire. A trigger has five fields, in UTC, each `*`, `*/n` or numbers ("1,15"), as in
// wrangler.toml.

const MINUTE = 60_000

/** The triggers that fire after `from` and up to `to` (epoch milliseconds), each once, in the order of the list. */
export function dueCrons(crons: readonly string[], from: number, to: number): string[] {
  return crons.filter((cron) => {
    const fires = matcherOf(cron)
    for (let minute = (Math.floor(from / MINUTE) + 1) * MINUTE; minute <= to; minute += MINUTE) {
      if (fires(new Date(minute))) return true
    }
    return false
  })
}

function matcherOf(cron: string): (time: Date) => boolean {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.split(' ')
  // Days of the week are not supported: with a day of the month, cron fires on either of them.
  if (more.length > 0 || weekday !== '*') throw new Error(`Cannot read the schedule "${cron}"`)
  const [minutes, hours, days, months] = [minute, hour, day, month].map((field) => fieldOf(field, cron))
  return (time) =>
    minutes?.(time.getUTCMinutes()) === true &&
    hours?.(time.getUTCHours()) === true &&
    days?.(time.getUTCDate()) === true &&
    months?.(time.getUTCMonth() + 1) === true
}

function fieldOf(field: string, cron: string): (value: number) => boolean {
  if (field === '*') return () => true
  const step = /^\*\/([1-9]\d?)$/.exec(field)
  if (step) return (value) => value % Number(step[1]) === 0
  if (!/^\d{1,2}(,\d{1,2})*$/.test(field)) throw new Error(`Cannot read the schedule "${cron}"`)
  const values = field.split(',').map(Number)
  return (value) => values.includes(value)
}
