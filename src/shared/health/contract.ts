import { z } from 'zod'

export const healthStatusSchema = z.enum(['ok', 'degraded'])
export type HealthStatus = z.infer<typeof healthStatusSchema>

/** Whole seconds; null: there is none. */
const age = z.number().int().nullable()

const jobSchema = z.object({ status: healthStatusSchema, completedSecondsAgo: age })

/** What a monitor reads. It names no person, no order and no message. */
export const healthSchema = z.object({
  status: healthStatusSchema,
  database: healthStatusSchema,
  cron: z.object({
    status: healthStatusSchema,
    everyMinute: jobSchema,
    everyFiveMinutes: jobSchema,
    daily: jobSchema,
    payouts: jobSchema,
  }),
  /** How long the oldest mail has waited to be sent. */
  mail: z.object({ status: healthStatusSchema, oldestUnsentSeconds: age }),
  /** How long ago the oldest webhook event came in that was not processed. */
  webhooks: z.object({ status: healthStatusSchema, oldestUnprocessedSeconds: age }),
  /** For how long the check of an unsettled payment has been overdue. */
  payments: z.object({ status: healthStatusSchema, oldestOverdueSeconds: age }),
})
export type Health = z.infer<typeof healthSchema>
