import { z } from 'zod'

/** Every action that the audit log records, grouped by its subject. */
export const AUDIT_ACTIONS = [
  'account.delete',
  'payout-address.change',
  'user.activate',
  'user.deactivate',
  'user.delete',
  'user.promote',
  'user.demote',
  'elevate-permissions',
  'user.end-sessions',
  'user.resend-verification',
  'user.give-access',
  'user.revoke-access',
  'user.note',
  'user.note-delete',
  'product.create',
  'product.update',
  'product.price',
  'product.delete',
  'product.restore',
  'product.image',
  'product.image-removed',
  'release.upload',
  'release.update',
  'release.publish',
  'release.yank',
  'release.restore',
  'release.delete',
  'payment.check',
  'payment.complete',
  'payment.refund',
  'refund.approve',
  'refund.decline',
  'subscription.cancel',
  'subscription.resume',
  'subscription.end',
  'coupon.create',
  'coupon.update',
  'coupon.delete',
  'coupon.switch-off',
  'product.deliver',
  'product.resend-email',
  'mail.resend',
  'emergency.issue',
  'emergency.revoke',
  'recovery.run',
  'reconciliation.start',
  'finding.repair',
  'finding.repaired',
  'finding.done',
  'payouts.run',
  'payouts.paid',
  'message.answer',
  'message.close',
  'message.reopen',
  'export.users',
  'export.orders',
  'export.subscriptions',
  'export.coupons',
  'export.referrals',
  'export.audit',
  'export.stats',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const auditEntrySchema = z.object({
  id: z.number().int(),
  /** The person who acted, with the current name (of a deleted account `deleted-7`; null without an account). */
  actor: z.object({ id: z.number().int(), username: z.string().nullable() }).nullable(),
  /** One of AUDIT_ACTIONS, or an action name of an earlier version. */
  action: z.string(),
  /** The subject of the action, for example `payment:41`. */
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  createdAt: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** At most one of these filters: each has its own index, and no index serves two. */
export const auditFilterSchema = z.object({
  actor: z.coerce.number().int().positive().optional(),
  action: z.string().trim().min(1).max(60).optional(),
  subject: z.string().trim().min(1).max(100).optional(),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>
