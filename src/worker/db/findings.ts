import { isNull, type SQL, sql } from 'drizzle-orm'
import type { FindingKind } from '#shared/recovery/terms.ts'
import type { Db, Write } from './client.ts'
import { reconciliationFindings } from './schema/recovery.ts'

/** A mismatch for an admin to review. */
export type NewFinding = { kind: FindingKind; subject: string; details: Record<string, unknown> }

/**
 * Writes the findings for which `which` is true at this place of the batch. A finding that is still open is updated,
 * not inserted again. One statement for any number of findings.
 */
export const noteFindings = (db: Db, found: NewFinding[], now: number, which: SQL = sql`true`): Write[] =>
  found.length === 0
    ? []
    : [
        db
          .insert(reconciliationFindings)
          .select(
            sql`select null, value ->> 'kind', value ->> 'subject', value -> 'details', ${now}, ${now}, null, null, null
              from json_each(${JSON.stringify(found)}) where ${which}`,
          )
          .onConflictDoUpdate({
            target: [reconciliationFindings.kind, reconciliationFindings.subject],
            targetWhere: isNull(reconciliationFindings.resolvedAt),
            set: { details: sql`excluded.details`, lastSeenAt: now },
          }),
      ]
