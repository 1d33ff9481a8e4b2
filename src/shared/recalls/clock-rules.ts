import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'

/** A report that is due `ms` milliseconds after the shop became aware of an incident. */
export type Clock = { name: string; ms: number }

export const DEFAULT_CLOCKS = 'Early warning=24h; Incident notification=72h; Final report=14d'

const MAX_CLOCKS = 10
const MAX_NAME = 60
const UNITS = { h: HOUR, d: DAY }
const CLOCK = /^([^=]+)=\s*([1-9]\d{0,3})\s*([hd])$/

/** Clocks as text, `Early warning=24h; Final report=14d`; null where the text is malformed or names a clock twice. */
export function parseClocks(text: string): Clock[] | null {
  const parts = text.split(';').map((part) => part.trim())
  if (parts.at(-1) === '') parts.pop()
  const clocks: Clock[] = []
  for (const part of parts) {
    const [, name = '', count = '', unit] = CLOCK.exec(part) ?? []
    const trimmed = name.trim()
    if (trimmed === '' || trimmed.length > MAX_NAME) return null
    if (clocks.some((known) => known.name === trimmed)) return null
    clocks.push({ name: trimmed, ms: Number(count) * UNITS[unit as keyof typeof UNITS] })
  }
  return clocks.length > 0 && clocks.length <= MAX_CLOCKS ? clocks : null
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A time in milliseconds in its two largest units: "2 days 3 hours". At least "1 minute". */
function sayTime(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE))
  const [days, hours] = [Math.floor((minutes * MINUTE) / DAY), Math.floor((minutes * MINUTE) / HOUR) % 24]
  if (days > 0) return hours > 0 ? `${counted(days, 'day')} ${counted(hours, 'hour')}` : counted(days, 'day')
  if (hours === 0) return counted(minutes, 'minute')
  return minutes % 60 > 0
    ? `${counted(hours, 'hour')} ${counted(minutes % 60, 'minute')}`
    : counted(hours, 'hour')
}

export type ClockState = { isOverdue: boolean; text: string }

/** The state of a clock. All times in epoch milliseconds; `doneAt` null: its report was not made yet. */
export function clockState(dueAt: number, doneAt: number | null, now: number): ClockState {
  const at = doneAt ?? now
  const isOverdue = at > dueAt
  if (doneAt !== null)
    return { isOverdue, text: isOverdue ? `Done ${sayTime(at - dueAt)} late` : 'Done in time' }
  return { isOverdue, text: isOverdue ? `Overdue by ${sayTime(at - dueAt)}` : `${sayTime(dueAt - at)} left` }
}
