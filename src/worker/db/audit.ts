import type { SQL } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import type { Db } from './client.ts'
import { refuseUnless } from './refuse-unless.ts'
import { auditLog } from './schema/admin.ts'

/** Who does something to what, from where. */
export type NewAuditEntry = {
  actorId: number
  action: AuditAction
  /** What must hold at this place of the batch, else the table refuses all of it (`refusedBy` names `audit_log.action`). */
  onlyIf?: SQL | undefined
  /** `coupon:7`; in SQL where its id is given by an earlier write of the batch. */
  subject: string | SQL
  before?: unknown
  after?: unknown
  ip: string | null
  now: number
}

/** The record of an action, written in its batch. */
export const noteAction = (db: Db, { action, onlyIf, now, ...entry }: NewAuditEntry) =>
  db.insert(auditLog).values({
    ...entry,
    action: onlyIf ? refuseUnless(onlyIf, action) : action,
    createdAt: now,
  })
