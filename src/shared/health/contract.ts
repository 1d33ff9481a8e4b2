import { z } from 'zod'

export const healthStatusSchema = z.enum(['ok', 'degraded'])
export type HealthStatus = z.infer<typeof healthStatusSchema>

/** Whole seconds; null: no such job run, mail, event or payment exists. */
const age = z.number().int().nullable()

const jobSchema = z.object({ status: healthStatusSchema, completedSecondsAgo: age })

/** The response for a monitor. It names no person, no order and no message. */
export const healthSchema = z.object({
  status: healthStatusSchema,
  database: healthStatusSchema,
  /**
   * The catalogue in the memory of the isolate that answers: for how long the database has not confirmed it, 0 where it is
   * current; null: it has none.
   */
  catalogue: z.object({ status: healthStatusSchema, staleSeconds: age }),
  cron: z.object({
    status: healthStatusSchema,
    everyMinute: jobSchema,
    everyFiveMinutes: jobSchema,
    daily: jobSchema,
    payouts: jobSchema,
  }),
  /** How long the oldest mail has waited to be sent. */
  mail: z.object({ status: healthStatusSchema, oldestUnsentSeconds: age }),
  /** The age of the oldest webhook event that is not processed. */
  webhooks: z.object({ status: healthStatusSchema, oldestUnprocessedSeconds: age }),
  /** How long the most overdue check of an unsettled payment is overdue. */
  payments: z.object({ status: healthStatusSchema, oldestOverdueSeconds: age }),
})
export type Health = z.infer<typeof healthSchema>
