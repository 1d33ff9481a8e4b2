import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { FINDING_KINDS } from '#shared/recovery/terms.ts'
import { instant, oneOf } from './columns.ts'

/** One comparison of providers, payments and access. */
export const reconciliationRuns = sqliteTable(
  'reconciliation_runs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The admin who asked for it; null: the nightly one. No reference: the row outlives the account. */
    actorId: integer('actor_id'),
    /** Start of the compared period at the providers. */
    since: instant('since').notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    /** The number of provider objects that were compared; `healed`: those whose rows were repaired. */
    checked: integer('checked').notNull().default(0),
    healed: integer('healed').notNull().default(0),
    found: integer('found').notNull().default(0),
    lastError: text('last_error'),
  },
  (t) => [index('reconciliation_runs_started').on(t.startedAt, t.id)],
)

/** Mismatches between providers, payments and access; one open row per kind and subject. */
export const reconciliationFindings = sqliteTable(
  'reconciliation_findings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: FINDING_KINDS }).notNull(),
    /** For example `payment:41` or `grant:7`. */
    subject: text('subject').notNull(),
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    foundAt: instant('found_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    resolvedAt: instant('resolved_at'),
    /** How it was resolved: `repaired`, or `gone` where a later run no longer found it. */
    resolution: text('resolution'),
    /** The admin who repaired it. No reference: the row outlives the account. */
    resolvedBy: integer('resolved_by'),
  },
  (t) => [
    uniqueIndex('reconciliation_findings_open').on(t.kind, t.subject).where(sql`${t.resolvedAt} is null`),
    index('reconciliation_findings_list').on(t.resolvedAt, t.id),
    check('reconciliation_findings_kind_known', sql`${t.kind} in (${oneOf(FINDING_KINDS)})`),
  ],
)
