import { z } from 'zod'
import { SECURITY_KINDS } from '#shared/core/security-kinds.ts'

const id = z.number().int()

/** A change of the keys that may sign releases. */
export const publisherKeyMailDataSchema = z.object({
  change: z.enum(['add', 'add-confirmed', 'withdraw', 'remove', 'remove-confirmed', 'keep']),
  name: z.string(),
  fingerprint: z.string(),
  /** The admin's username. */
  by: z.string(),
  ip: z.string().nullable(),
  /** Epoch milliseconds. */
  effectiveAt: z.number().int(),
})
export type PublisherKeyMailData = z.infer<typeof publisherKeyMailDataSchema>

/** An action of a member of staff that the others should know of. */
export const staffNoticeDataSchema = z.object({
  event: z.enum(['role', 'admin-key', 'publish', 'export', 'login', 'factors']),
  /** The acting admin's username, or `admin key`. */
  by: z.string(),
  /** The account, release or export that the action is about. */
  about: z.string(),
  /** The new role, the browser, or what was removed. */
  detail: z.string().nullable(),
  ip: z.string().nullable(),
  /** Epoch milliseconds. */
  at: z.number().int(),
})
export type StaffNoticeData = z.infer<typeof staffNoticeDataSchema>

/** The public log is not what was signed. */
export const logMismatchDataSchema = z.object({ problem: z.string() })
export type LogMismatchData = z.infer<typeof logMismatchDataSchema>

/** A budget of what visitors may cause without paying is used up. */
export const budgetReachedDataSchema = z.object({ kind: z.string(), scope: z.string() })
export type BudgetReachedData = z.infer<typeof budgetReachedDataSchema>

/** So many refusals of one kind within one hour. */
export const securityAlertDataSchema = z.object({
  kind: z.enum(SECURITY_KINDS),
  count: z.number(),
  /** The start of the hour, in epoch milliseconds. */
  since: z.number(),
})
export type SecurityAlertData = z.infer<typeof securityAlertDataSchema>

/** A stored file has other bytes than its release. */
export const fileDamagedDataSchema = z.object({ releaseId: id, version: z.string() })
export type FileDamagedData = z.infer<typeof fileDamagedDataSchema>
