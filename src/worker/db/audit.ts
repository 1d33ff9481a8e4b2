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

/**
 * The repetitions have limits, so that the time for a long text grows with its length and not with its square. The last part
 * has a letter: `package@1.2.0` is no address.
 */
const EMAIL_ADDRESS =
  /[^\s@"<>(),;:/]{1,64}@[^\s@"<>(),;:/]{1,253}\.(?=[^\s@.]*\p{L})[^\s@"<>(),;:./]{1,63}/gu

/**
 * Replaces the email addresses in all texts of a value that is kept as JSON, for example in the reason that an admin wrote.
 * An entry cannot be changed later, so it would keep the address of a person whose account is erased.
 */
export const withoutAddresses = <Value>(value: Value): Value =>
  value === undefined || value === null
    ? value
    : JSON.parse(
        JSON.stringify(value, (_, part: unknown) =>
          typeof part === 'string' ? part.replace(EMAIL_ADDRESS, '[email address]') : part,
        ),
      )

/** The audit log entry of an action, for the action's batch. */
export const noteAction = (db: Db, { action, onlyIf, now, before, after, ...entry }: NewAuditEntry) =>
  db.insert(auditLog).values({
    ...entry,
    before: withoutAddresses(before),
    after: withoutAddresses(after),
    action: onlyIf ? refuseUnless(onlyIf, action) : action,
    createdAt: now,
  })
