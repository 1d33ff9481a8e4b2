import { AUDIT_ACTIONS, type AuditAction } from '#shared/audit/contract.ts'
import type { SecurityKind } from '#shared/core/security-kinds.ts'
import { DAY, HOUR } from '#shared/core/time.ts'

export const EVENTS_KEPT_MS = 90 * DAY

/** Rows of one kind in one hour. Events of further networks and accounts are counted in the newest of them. */
export const MAX_ROWS_PER_HOUR = 50

/**
 * From this number in one hour (of the clock, for the whole shop) on, support is mailed. Each is several times what
 * customers cause by mistake on a busy day. Without one: `budget_reached` is reported by the budget itself, and an admin
 * is asked for a proof of identity many times a day.
 */
export const ALERT_FROM: Partial<Record<SecurityKind, number>> = {
  login_failed: 50,
  second_factor_failed: 20,
  password_check_failed: 50,
  admin_refused: 20,
  access_refused: 500,
  admin_key_wrong: 10,
  key_wrong: 100,
  webhook_refused: 20,
  origin_refused: 100,
  input_refused: 100,
  limit_reached: 1000,
}

/** The start of the hour in which events are counted together. */
export const hourOf = (at: number): number => Math.floor(at / HOUR) * HOUR

/** Events of one kind, account and network within one hour. The other fields are those of the last of them. */
export type CountedEvents = {
  kind: SecurityKind
  userId: number | null
  network: string | null
  requestId: string | undefined
  count: number
  at: number
  detail: string | undefined
  /** Method and pattern of the route. */
  route: string
  status: number
  /** The keyed hash of a typed name that no account has. */
  name: string | undefined
}

/** What `data` of a row has. `others`: events of networks and accounts that got no row of their own. */
export type EventData = Pick<CountedEvents, 'count'> &
  Partial<Pick<CountedEvents, 'detail' | 'route' | 'status' | 'name'>> & {
    others: number
    lastAt?: number
  }

/** The actions that a thief of an admin's account would take: published files, money, personal data and roles. */
export const SENSITIVE_ACTIONS: readonly AuditAction[] = [
  'elevate-permissions',
  'user.promote',
  'user.demote',
  'user.role',
  'user.delete',
  'account.delete',
  'user.remove-factors',
  'product.price',
  'product.delete',
  'release.publish',
  'release.promote',
  'release.delete',
  'publisher.add',
  'publisher.confirm',
  'publisher.remove',
  'payment.refund',
  'refund.approve',
  'emergency.issue',
  'payouts.run',
  'payouts.paid',
  'payout-address.change',
  ...AUDIT_ACTIONS.filter((action) => action.startsWith('export.')),
]
