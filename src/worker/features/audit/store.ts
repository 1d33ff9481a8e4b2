import { and, desc, eq, lt, type SQL } from 'drizzle-orm'
import type { AuditFilter } from '#shared/audit/contract.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'

/** The log only grows, so its ids are the order in which the actions took effect. */
const within = ({ actor, action, subject }: AuditFilter): SQL | undefined =>
  and(
    actor === undefined ? undefined : eq(auditLog.actorId, actor),
    action === undefined ? undefined : eq(auditLog.action, action),
    subject === undefined ? undefined : eq(auditLog.subject, subject),
  )

/** Newest first, with the actor's name; one row more than `limit`. */
export const listEntries = (
  db: Db,
  filter: AuditFilter,
  page: { limit: number; cursor?: number | undefined },
) =>
  db
    .select({ entry: auditLog, username: users.username })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    // Always an upper bound on the id: SQLite then searches by key and never scans the whole table.
    .where(and(within(filter), lt(auditLog.id, page.cursor ?? Number.MAX_SAFE_INTEGER)))
    .orderBy(desc(auditLog.id))
    .limit(page.limit + 1)

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]
