import { type ReaderPlace, readerPlace } from './reader-place.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

// Not Intl: its month names for one language can differ between server and browser, and so would their markup.
const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? ''

/** "21 Feb 2027". */
function formatUtcDay(instant: number | string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${monthOf(date).slice(0, 3)} ${date.getUTCFullYear()}`
}

/** "21 Feb 2027, 14:05 (UTC)", for every reader: for texts that leave the shop. */
export const formatUtcMoment = (instant: number | string): string =>
  `${formatUtcDay(instant)}, ${new Date(instant).toISOString().slice(11, 16)} (UTC)`

/** "2027-02-21" or "2027-02": a calendar's day or month, the same in every time zone. */
const isCalendarDate = (instant: number | string) =>
  typeof instant === 'string' && /^\d{4}-\d\d(-\d\d)?$/.test(instant)

const formats = new Map<string, Intl.DateTimeFormat>()

function inPlace(
  { locale, timeZone }: ReaderPlace,
  instant: number | string,
  options: Intl.DateTimeFormatOptions,
): string {
  const zone = isCalendarDate(instant) ? 'UTC' : timeZone
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, format)
  // Marks of right-to-left languages would reorder the English sentence around the date.
  return format.format(new Date(instant)).replace(/[\u200e\u200f]/g, '')
}

/**
 * The day in the reader's form and time zone: "Feb 21, 2027", "21.02.2027". Where the place is unknown, as in the Worker,
 * "21 Feb 2027" in UTC: a mail adds "(UTC)".
 */
export function formatDay(instant: number | string): string {
  const place = readerPlace()
  return place ? inPlace(place, instant, { dateStyle: 'medium' }) : formatUtcDay(instant)
}

/** The day without its year: "Feb 21", "21. Feb.". */
export function formatShortDay(instant: number | string): string {
  const place = readerPlace()
  return place
    ? inPlace(place, instant, { day: 'numeric', month: 'short' })
    : formatUtcDay(instant).replace(/ \d+$/, '')
}

/** Day, time and zone: for places where a date alone could be misread by one day. "21.02.2027, 15:05 (MEZ)". */
export function formatMoment(instant: number | string): string {
  const place = readerPlace()
  if (!place) return formatUtcMoment(instant)
  const moment = inPlace(place, instant, { dateStyle: 'medium', timeStyle: 'short' })
  return `${moment} (${zoneName(place, instant)})`
}

function zoneName({ locale, timeZone }: ReaderPlace, instant: number | string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(
    new Date(instant),
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** "February 2027". */
export function formatMonth(instant: string): string {
  const place = readerPlace()
  if (place) return inPlace(place, instant, { month: 'long', year: 'numeric' })
  const date = new Date(instant)
  return `${monthOf(date)} ${date.getUTCFullYear()}`
}

/** The time of day, with the day unless it is today: "14:05", "21 Feb, 14:05". Both arguments in milliseconds. */
export function formatTime(at: number, now: number): string {
  const place = readerPlace() ?? { locale: 'en-GB', timeZone: 'UTC' }
  const clock = inPlace(place, at, { timeStyle: 'short' })
  return formatDay(at) === formatDay(now) ? clock : `${formatShortDay(at)}, ${clock}`
}
