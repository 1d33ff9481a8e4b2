/** The value of a `datetime-local` field: the reader's local time, to the minute. */
export function localMinute(at: number): string {
  const offset = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offset).toISOString().slice(0, 16)
}
