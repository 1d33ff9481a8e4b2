import type { SQL } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import type { Db } from './client.ts'
import { refuseUnless } from './refuse-unless.ts'
import { auditLog } from './schema/admin.ts'

/** An action: its actor, subject, change and address. */
export type NewAuditEntry = {
  actorId: number
  action: AuditAction
  /** Condition at this place of the batch. If false, the table refuses all of it (`refusedBy`: `audit_log.action`). */
  onlyIf?: SQL | undefined
  /** `coupon:7`; SQL where an earlier write of the batch assigns the id. */
  subject: string | SQL
  before?: unknown
  after?: unknown
  ip: string | null
  now: number
}

/** The audit log entry of an action, for the action's batch. */
export const noteAction = (db: Db, { action, onlyIf, now, ...entry }: NewAuditEntry) =>
  db.insert(auditLog).values({
    ...entry,
    action: onlyIf ? refuseUnless(onlyIf, action) : action,
    createdAt: now,
  })
