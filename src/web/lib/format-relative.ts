// English in every locale: it is a phrase within English sentences.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const steps = [
  { unit: 'minute', seconds: 60, until: 60 * 60 },
  { unit: 'hour', seconds: 60 * 60, until: 24 * 60 * 60 },
  { unit: 'day', seconds: 24 * 60 * 60, until: 30 * 24 * 60 * 60 },
  { unit: 'month', seconds: 30.44 * 24 * 60 * 60, until: 365 * 24 * 60 * 60 },
  { unit: 'year', seconds: 365.25 * 24 * 60 * 60, until: Number.POSITIVE_INFINITY },
] as const

/** "just now", "5 minutes ago", "in 3 days"; both arguments in milliseconds. */
export function formatRelative(at: number, now: number): string {
  const seconds = (at - now) / 1000
  if (Math.abs(seconds) < 45) return 'just now'
  for (const step of steps) {
    const count = Math.round(seconds / step.seconds)
    if (Math.abs(count * step.seconds) < step.until)
      return relative.format(count || Math.sign(seconds), step.unit)
  }
  return ''
}
