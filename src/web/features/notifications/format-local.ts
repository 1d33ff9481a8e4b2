const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** The reader's local time: "14:32" today, else "18 Nov, 14:32". Both arguments in milliseconds. */
export function formatLocal(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString()
  return (sameDay ? clock : dayAndClock).format(at)
}
