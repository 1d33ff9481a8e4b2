import { ApiError, NO_ANSWER } from './api.ts'

const CURRENT_USER = '/api/auth/me'

/**
 * Whether a failed call deserves another try when the network or the reader comes back: what never reached the shop, and
 * who is here whatever the reason, because everything else hangs on it.
 */
export const worthAskingAgain = (key: unknown, error: unknown): boolean =>
  error !== null && (key === CURRENT_USER || (error instanceof ApiError && error.status === NO_ANSWER))
