import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'

/** A session ends this long after its last use … */
export const SESSION_IDLE_MS = 7 * DAY
/** … and this long after login, used or not. */
export const SESSION_ABSOLUTE_MS = 30 * DAY

/** The same limits for the session of an admin. */
export const ADMIN_IDLE_MS = 30 * MINUTE
export const ADMIN_ABSOLUTE_MS = 12 * HOUR

/** The last use of a session is written at most once in this time. */
const TOUCH_MS = HOUR
const ADMIN_TOUCH_MS = MINUTE

export const needsTouch = (lastSeenAt: number, isAdmin: boolean, now: number): boolean =>
  now - lastSeenAt > (isAdmin ? ADMIN_TOUCH_MS : TOUCH_MS)
