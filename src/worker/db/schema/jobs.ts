import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from './columns.ts'

export const JOB_NAMES = ['every-minute', 'every-five-minutes', 'daily', 'payouts'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** Scheduled jobs, one row each: who runs it now, and when it was last done. */
export const jobRuns = sqliteTable('job_runs', {
  name: text('name', { enum: JOB_NAMES }).primaryKey(),
  /** The number of the latest run. A run may act only while this is its own number. */
  fence: integer('fence').notNull(),
  startedAt: instant('started_at').notNull(),
  /** Until then no other run begins; 0 after the run has ended. */
  expiresAt: instant('expires_at').notNull(),
  /** When a run last ended without a failure; null: never. */
  completedAt: instant('completed_at'),
  /** Since when the shop has this job. */
  createdAt: instant('created_at').notNull(),
})

/** What the alert webhook last reported to the operator. */
export const alertStates = sqliteTable('alert_states', {
  name: text('name', { enum: ['mail'] }).primaryKey(),
  isDown: flag('is_down').notNull(),
  changedAt: instant('changed_at').notNull(),
})
