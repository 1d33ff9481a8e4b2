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

/** "21 Feb 2027", in UTC. Used on pages, in mails and on screens. */
export function formatDay(instant: number | string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${monthOf(date).slice(0, 3)} ${date.getUTCFullYear()}`
}

/** "21 Feb 2027, 14:05 (UTC)": for places where a date alone could be misread by one day. */
export const formatMoment = (instant: number | string): string =>
  `${formatDay(instant)}, ${new Date(instant).toISOString().slice(11, 16)} (UTC)`

/** "February 2027", in UTC. */
export function formatMonth(iso: string): string {
  const date = new Date(iso)
  return `${monthOf(date)} ${date.getUTCFullYear()}`
}
