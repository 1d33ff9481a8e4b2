import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from './columns.ts'

/** `log` gives entries of the public log their places; the other jobs have a schedule. */
export const JOB_NAMES = ['every-minute', 'every-five-minutes', 'daily', 'payouts', 'log'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** One row per scheduled job: its current run and its last completed run. */
export const jobRuns = sqliteTable('job_runs', {
  name: text('name', { enum: JOB_NAMES }).primaryKey(),
  /** The number of the latest run. A run may act only while this is its own number. */
  fence: integer('fence').notNull(),
  startedAt: instant('started_at').notNull(),
  /** The end of the lease: no other run begins before it; 0 after the run has ended. */
  expiresAt: instant('expires_at').notNull(),
  /** When a run last ended without a failure; null: never. */
  completedAt: instant('completed_at'),
  /** When the job was added to the shop: earlier runs were not missed. */
  createdAt: instant('created_at').notNull(),
})

/** The last state that the alert webhook reported to the operator. */
export const alertStates = sqliteTable('alert_states', {
  name: text('name', { enum: ['mail'] }).primaryKey(),
  isDown: flag('is_down').notNull(),
  changedAt: instant('changed_at').notNull(),
})
