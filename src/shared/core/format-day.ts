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

// Not Intl: its words for one language differ between a server and a browser, and so would their markup.
const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? ''

/** "21 Feb 2027", in UTC: on pages, in mails and on screens alike. */
export function formatDay(instant: number | string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${monthOf(date).slice(0, 3)} ${date.getUTCFullYear()}`
}

/** "21 Feb 2027, 14:05 (UTC)": where a day could be misread by one. */
export const formatMoment = (instant: number | string): string =>
  `${formatDay(instant)}, ${new Date(instant).toISOString().slice(11, 16)} (UTC)`

/** "February 2027", in UTC. */
export function formatMonth(iso: string): string {
  const date = new Date(iso)
  return `${monthOf(date)} ${date.getUTCFullYear()}`
}
