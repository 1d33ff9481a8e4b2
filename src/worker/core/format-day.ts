const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

// Not Intl: its words for one language differ between a server and a browser, and so would their markup.
const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? ''

/** "21 Feb 2027", in UTC: on pages, in mails and on screens alike. */
export function formatDay(instant: number | string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${monthOf(date).slice(0, 3)} ${date.getUTCFullYear()}`
}

/** "February 2027", in UTC. */
export function formatMonth(iso: string): string {
  const date = new Date(iso)
  return `${monthOf(date)} ${date.getUTCFullYear()}`
}
