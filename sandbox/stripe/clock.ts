import type Stripe from 'stripe'

type Interval = Stripe.Price.Recurring['interval']

/** The current time in Stripe's unit, whole seconds. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** The end of a billing period that starts at `from` (seconds). A day that the end month lacks: its last day. */
export function addPeriod(from: number, interval: Interval, count: number): number {
  if (interval === 'day') return from + count * 86_400
  if (interval === 'week') return from + count * 7 * 86_400
  const start = new Date(from * 1000)
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(start.getUTCMonth() + (interval === 'year' ? 12 * count : count))
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return end.getTime() / 1000
}
