import { z } from 'zod'

/** Everything that is noted, by what it is done to. `src/audit-actions.test.ts` holds it against the code. */
export const AUDIT_ACTIONS = [
  'elevate-permissions',
  'account.delete',
  'payout-address.change',
  'coupon.create',
  'coupon.update',
  'coupon.delete',
  'coupon.switch-off',
  'payment.complete',
  'payment.refund',
  'refund.approve',
  'refund.decline',
  'payouts.run',
  'payouts.paid',
  'finding.repair',
  'finding.repaired',
  'finding.done',
  'reconciliation.start',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const auditEntrySchema = z.object({
  id: z.number().int(),
  /** Who did it; the name as it is by now (of a deleted account `deleted-7`), null where there is no such account. */
  actor: z.object({ id: z.number().int(), username: z.string().nullable() }).nullable(),
  /** One of AUDIT_ACTIONS, or a word of an earlier version. */
  action: z.string(),
  /** What it was done to, for example `payment:41`. */
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  createdAt: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** At most one: each has an index of its own, and no index serves two. */
export const auditFilterSchema = z.object({
  actor: z.coerce.number().int().positive().optional(),
  action: z.string().trim().min(1).max(60).optional(),
  subject: z.string().trim().min(1).max(100).optional(),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>
