import { DAY, HOUR } from '#shared/core/time.ts'
import { CONFIRM_AFTER_DAYS, KEY_DELAY_HOURS, type PublisherKey } from '#shared/publishers/contract.ts'

/** A row of `publisher_keys`. Instants are epoch milliseconds. */
export type KeyRow = {
  id: number
  name: string
  publicKey: string
  fingerprint: string
  addedBy: number | null
  addedAt: number
  activeFrom: number
  removedBy: number | null
  removedAt: number | null
  activeUntil: number | null
}

export const KEY_DELAY_MS = KEY_DELAY_HOURS * HOUR

/** Whether a release that is published now may be signed by this key. */
export const isActive = ({ activeFrom, activeUntil }: KeyRow, now: number): boolean =>
  activeFrom <= now && (activeUntil === null || now < activeUntil)

export function stateOf(key: KeyRow, now: number): PublisherKey['state'] {
  if (key.activeUntil !== null && key.activeUntil <= now) return 'removed'
  if (key.activeUntil !== null) return 'ending'
  return key.activeFrom > now ? 'pending' : 'active'
}

/** The change of a key that has not taken effect yet: the requesting admin, and what it does. */
export function waitingChange(
  key: KeyRow,
  now: number,
): { by: number | null; change: 'add' | 'remove' } | null {
  switch (stateOf(key, now)) {
    case 'pending':
      return { by: key.addedBy, change: 'add' }
    case 'ending':
      return { by: key.removedBy, change: 'remove' }
    default:
      return null
  }
}

/** An account. `adminSince`: since when it has its role, in epoch milliseconds; null: no admin. */
export type Admin = { id: number; adminSince: number | null }

/**
 * Whether these are two people who may decide together: both some days in the role. Of the author as well: a thief of one
 * account makes a second one an admin, lets it ask, and confirms.
 */
export const areTwoAdmins = (
  author: number | null,
  viewerId: number,
  admins: readonly Admin[],
  now: number,
) =>
  author !== viewerId &&
  [author, viewerId].every((one) =>
    admins.some(
      ({ id, adminSince }) =>
        id === one && adminSince !== null && adminSince + CONFIRM_AFTER_DAYS * DAY <= now,
    ),
  )

/** Whether this viewer may let the change take effect now. */
export const mayConfirm = (key: KeyRow, viewerId: number, admins: readonly Admin[], now: number): boolean => {
  const waiting = waitingChange(key, now)
  return waiting !== null && areTwoAdmins(waiting.by, viewerId, admins, now)
}
