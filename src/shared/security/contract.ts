import { z } from 'zod'
import { SECURITY_KINDS, type SecurityKind } from '#shared/core/security-kinds.ts'
import type { StaffRole } from '#shared/core/staff-roles.ts'

/** Refusals of one kind. Counted by the hour: the first hour of a period counts whole. */
export type SecurityCount = {
  kind: SecurityKind
  day: number
  week: number
  lastAt: string
}

/** Refusals of one kind, account and network within one hour. The detail is that of the last one. */
export type SecurityEventView = {
  id: number
  kind: SecurityKind
  /** Null: the typed name is no account's, or nobody was logged in. */
  user: { id: number; username: string | null } | null
  /** A keyed hash of a typed name without an account: the same for each attempt with that name. */
  name: string | null
  /** The /24 or /64; null in a local run, and for the counts of further networks. */
  network: string | null
  count: number
  /** Refusals of this kind and hour from further networks and accounts. */
  others: number
  detail: string | null
  route: string | null
  /** Of the last one. */
  requestId: string | null
  firstAt: string
  lastAt: string
}

/** An open session of a member of staff. `id` is its handle, for `POST /users/:id/end-sessions`. */
export type StaffSession = {
  id: string
  user: { id: number; username: string; role: StaffRole | null }
  device: string
  ip: string | null
  createdAt: string
  lastSeenAt: string
  factor: 'passkey' | 'app' | 'recovery_code' | null
  current: boolean
}

/** A member of staff, and the ways to confirm a login. */
export type StaffFactors = {
  id: number
  username: string
  role: StaffRole | null
  passkeys: number
  app: boolean
  codesLeft: number
}

/** An entry of the audit log, without its values. */
export type SensitiveAct = {
  id: number
  action: string
  subject: string
  actor: { id: number; username: string | null } | null
  via: string | null
  ip: string | null
  createdAt: string
}

export const eventFilterSchema = z.object({ kind: z.enum(SECURITY_KINDS).optional() })
