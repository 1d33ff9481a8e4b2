import { DAY } from '#shared/core/time.ts'

/** A session ends this long after its last use … */
export const SESSION_IDLE_MS = 7 * DAY
/** … and this long after login, used or not. */
export const SESSION_ABSOLUTE_MS = 30 * DAY
