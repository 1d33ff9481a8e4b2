import type { SQL } from 'drizzle-orm'
import type { Db } from './client.ts'
import { auditLog } from './schema/admin.ts'

/** Who does something to what, from where. */
export type NewAuditEntry = {
  actorId: number
  /** `coupon.create`; null in SQL where it must not be done after all: the table refuses the batch. */
  action: string | SQL
  /** `coupon:7`; in SQL where its id is given by an earlier write of the batch. */
  subject: string | SQL
  before?: unknown
  after?: unknown
  ip: string | null
  now: number
}

/** The record of an action, written in its batch. */
export const noteAction = (db: Db, { actorId, action, subject, before, after, ip, now }: NewAuditEntry) =>
  db.insert(auditLog).values({ actorId, action, subject, before, after, ip, createdAt: now })
