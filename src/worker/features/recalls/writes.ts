import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { hasDownloaded } from '../../db/own-downloads.ts'
import { incidentReports, incidentSteps, recallReceipts } from '../../db/schema/incidents.ts'

/** A release that was not recalled, or that the user did not download, gets no row. An existing row stays. */
export const insertReceipt = (db: Db, releaseId: number, userId: number, now: number) =>
  db
    .insert(recallReceipts)
    .select(
      sql`select r.id, ${userId}, ${now} from script_releases r
        where r.id = ${releaseId} and r.recall_advice is not null and ${hasDownloaded(userId, sql`r.id`)}`,
    )
    .onConflictDoNothing()

export const selectReceipt = (db: Db, releaseId: number, userId: number) =>
  db
    .select({ seenAt: recallReceipts.seenAt })
    .from(recallReceipts)
    .where(and(eq(recallReceipts.releaseId, releaseId), eq(recallReceipts.userId, userId)))

/** For the deletion of an account. */
export const forgetReceipts = (db: Db, userId: number) =>
  db.delete(recallReceipts).where(eq(recallReceipts.userId, userId))

type Report = typeof incidentReports.$inferInsert

export const saveReport = (db: Db, { awareAt, note, ...row }: Report) =>
  db
    .insert(incidentReports)
    .values({ awareAt, note, ...row })
    .onConflictDoUpdate({
      target: incidentReports.releaseId,
      set: { awareAt, note: note ?? '', updatedAt: row.updatedAt },
    })

/** The report's row with its defaults, which its steps refer to. An existing row stays. */
export const startReport = (db: Db, row: Report): Write =>
  db.insert(incidentReports).values(row).onConflictDoNothing()

export const insertStep = (db: Db, row: typeof incidentSteps.$inferInsert): Write =>
  db.insert(incidentSteps).values(row)

export const deleteStep = (db: Db, releaseId: number, clock: string): Write =>
  db.delete(incidentSteps).where(and(eq(incidentSteps.releaseId, releaseId), eq(incidentSteps.clock, clock)))

export const isStepDone = (releaseId: number, clock: string): SQL =>
  sql`exists (select 1 from incident_steps s where s.release_id = ${releaseId} and s.clock = ${clock})`
