import { z } from 'zod'
import { DAY } from '#shared/core/time.ts'

export const STATS_RANGES = ['today', '7d', '30d', '90d', 'custom'] as const
export type StatsRange = (typeof STATS_RANGES)[number]

/** The length of a leap year. */
export const MAX_CUSTOM_DAYS = 366

const lengthOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY + 1

/** UTC days, both included; `from` and `to` apply only to `custom`. */
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

/** The figures of one period; money in USD. Rates are fractions; null if the divisor is zero. */
export const figuresSchema = z.object({
  /** Net revenue: gross less refunds and disputed amounts. */
  revenue: z.number(),
  gross: z.number(),
  orders: z.number().int(),
  averageOrder: z.number().nullable(),
  refunds: z.number().int(),
  refunded: z.number(),
  /** `refunded` ÷ `gross`. */
  refundRate: z.number().nullable(),
  disputed: z.number(),
  discounts: z.number(),
  /** At the end of the period. */
  mrr: z.number(),
  activeSubscriptions: z.number().int(),
  subscriptionsStarted: z.number().int(),
  subscriptionsEnded: z.number().int(),
  /** `subscriptionsEnded` ÷ the number of subscriptions at the beginning of the period. */
  churn: z.number().nullable(),
  checkoutsStarted: z.number().int(),
  checkoutsPaid: z.number().int(),
  /** `checkoutsPaid` ÷ `checkoutsStarted`; both count by the day of the start. */
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

const countrySumSchema = z.object({
  /** ISO 3166-1 alpha-2; null: not known, as with one rate for every buyer. */
  country: z.string().nullable(),
  amount: z.number(),
  /** The part of `amount` that is tax. */
  tax: z.number(),
  /** Sales whose tax is not known. */
  unknownSales: z.number().int(),
})
export type CountrySum = z.infer<typeof countrySumSchema>

export const statsSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** The period of the same length that ended the day before. */
  before: z.object({ from: z.string(), to: z.string() }),
  current: figuresSchema,
  previous: figuresSchema,
  /** (current − previous) ÷ |previous|; null without a value to compare with. */
  growth: z.record(figuresSchema.keyof(), z.number().nullable()),
  /**
   * One entry per day, each with the matching day of the previous period. At least seven entries: hours are not stored,
   * so a shorter period is shown with the days before it.
   */
  series: z.array(z.object({ current: daySchema, previous: daySchema })),
  topProducts: z.array(topProductSchema),
  /** The tax in what was invoiced, less what was credited, by the buyer's country; most tax first. */
  taxes: z.array(countrySumSchema),
})
export type Stats = z.infer<typeof statsSchema>
