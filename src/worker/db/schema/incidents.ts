import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { scriptReleases } from './catalogue.ts'
import { instant } from './columns.ts'

/** Who confirmed on the screen that they read the recall of a release. */
export const recallReceipts = sqliteTable(
  'recall_receipts',
  {
    releaseId: integer('release_id')
      .notNull()
      .references(() => scriptReleases.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.releaseId, t.userId] }),
    index('recall_receipts_user').on(t.userId, t.releaseId),
  ],
)

/** The report sheet of a recall: since when the shop knows of the incident. The clocks run from then. */
export const incidentReports = sqliteTable('incident_reports', {
  releaseId: integer('release_id')
    .primaryKey()
    .references(() => scriptReleases.id),
  awareAt: instant('aware_at').notNull(),
  note: text('note').notNull().default(''),
  updatedAt: instant('updated_at').notNull(),
})

/** The reports of an incident that were made, each by the name of its clock. */
export const incidentSteps = sqliteTable(
  'incident_steps',
  {
    releaseId: integer('release_id')
      .notNull()
      .references(() => incidentReports.releaseId),
    clock: text('clock').notNull(),
    doneAt: instant('done_at').notNull(),
    doneBy: integer('done_by').references(() => users.id, { onDelete: 'set null' }),
    note: text('note').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.releaseId, t.clock] })],
)
