import { DAY } from '#shared/core/time.ts'

/** A period that was paid for. Instants in epoch milliseconds; `netCents` is what was paid less its refunds. */
export type PaidPeriod = { netCents: number; start: number; end: number }

export type Unused = { creditCents: number; unusedDays: number; periodDays: number }

/** Days, rounded up: a day that has begun counts as unused, in the buyer's favour, and the credit changes once a day. */
const daysOf = (ms: number) => Math.max(0, Math.ceil(ms / DAY))

/** The unused part of what was paid for a period, rounded down to the cent. */
export function unusedOf({ netCents, start, end }: PaidPeriod, now: number): Unused {
  const periodDays = Math.max(1, daysOf(end - start))
  const unusedDays = Math.min(periodDays, daysOf(end - Math.max(now, start)))
  return { creditCents: Math.floor((netCents * unusedDays) / periodDays), unusedDays, periodDays }
}

/** The sum over all paid periods, which months paid in advance have several of. */
export const sumUnused = (periods: readonly PaidPeriod[], now: number): Unused =>
  periods
    .map((period) => unusedOf(period, now))
    .reduce(
      (sum, one) => ({
        creditCents: sum.creditCents + one.creditCents,
        unusedDays: sum.unusedDays + one.unusedDays,
        periodDays: sum.periodDays + one.periodDays,
      }),
      { creditCents: 0, unusedDays: 0, periodDays: 0 },
    )

/** The minimum charge of card providers. */
const MINIMUM_CHARGE_CENTS = 50

/** The part of the credit that the price has room for. A remainder below the minimum charge is not asked. */
export function creditOn(priceCents: number, creditCents: number): number {
  const left = priceCents - Math.min(priceCents, creditCents)
  return left < MINIMUM_CHARGE_CENTS ? priceCents : creditCents
}
