import { z } from 'zod'
import { DAY } from '#shared/core/time.ts'

export const STATS_RANGES = ['today', '7d', '30d', '90d', 'custom'] as const
export type StatsRange = (typeof STATS_RANGES)[number]

/** A leap year. */
export const MAX_CUSTOM_DAYS = 366

const lengthOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY + 1

/** UTC days, both included; `from` and `to` count for `custom` alone. */
export const statsQuery = z
  .object({
    range: z.enum(STATS_RANGES).default('30d'),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  })
  .superRefine(({ range, from, to }, context) => {
    if (range !== 'custom') return
    const refuse = (path: 'from' | 'to', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (!from) refuse('from', 'Choose the first day.')
    if (!to) refuse('to', 'Choose the last day.')
    if (!from || !to) return
    if (from > to) refuse('to', 'The last day must not be before the first.')
    else if (lengthOf(from, to) > MAX_CUSTOM_DAYS)
      refuse('to', `A range has at most ${MAX_CUSTOM_DAYS} days.`)
  })
export type StatsQuery = z.infer<typeof statsQuery>

/** What one period brought; money in USD. Rates are fractions, null where there is nothing to divide by. */
export const figuresSchema = z.object({
  /** What is left: gross less refunds and disputed amounts. */
  revenue: z.number(),
  gross: z.number(),
  orders: z.number().int(),
  averageOrder: z.number().nullable(),
  refunds: z.number().int(),
  refunded: z.number(),
  /** Refunded of gross. */
  refundRate: z.number().nullable(),
  disputed: z.number(),
  discounts: z.number(),
  /** At the end of the period. */
  mrr: z.number(),
  activeSubscriptions: z.number().int(),
  subscriptionsStarted: z.number().int(),
  subscriptionsEnded: z.number().int(),
  /** Ended of those that lived when the period began. */
  churn: z.number().nullable(),
  checkoutsStarted: z.number().int(),
  checkoutsPaid: z.number().int(),
  /** Paid of started, by the day they were started on. */
  conversion: z.number().nullable(),
  newCustomers: z.number().int(),
  newAccounts: z.number().int(),
  referredOrders: z.number().int(),
  commission: z.number(),
})
export type Figures = z.infer<typeof figuresSchema>
export type FigureName = keyof Figures

const daySchema = z.object({
  date: z.string(),
  revenue: z.number(),
  orders: z.number().int(),
  /** At the end of the day. */
  mrr: z.number(),
  newCustomers: z.number().int(),
  newAccounts: z.number().int(),
  refunded: z.number(),
})
export type StatsDay = z.infer<typeof daySchema>

const topProductSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  revenue: z.number(),
  orders: z.number().int(),
  revenueBefore: z.number(),
  ordersBefore: z.number().int(),
  growth: z.number().nullable(),
})
export type TopProduct = z.infer<typeof topProductSchema>

export const statsSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** The period of the same length that ended the day before. */
  before: z.object({ from: z.string(), to: z.string() }),
  current: figuresSchema,
  previous: figuresSchema,
  /** (current − previous) ÷ |previous|, computed; null where there was nothing to compare with. */
  growth: z.record(figuresSchema.keyof(), z.number().nullable()),
  /**
   * Day by day, each beside the day as long before. Never fewer than seven: hours are not kept, so a shorter period is
   * shown with the days that led up to it.
   */
  series: z.array(z.object({ current: daySchema, previous: daySchema })),
  topProducts: z.array(topProductSchema),
})
export type Stats = z.infer<typeof statsSchema>
