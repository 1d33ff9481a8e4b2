import { ApiError, NO_ANSWER } from '../lib/api.ts'

const CURRENT_USER = '/api/auth/me'

/**
 * Whether a failed call deserves another try when the network or the reader comes back: what never reached the shop, and
 * the account whatever the reason, because everything else depends on it.
 */
export const worthRefetching = (key: unknown, error: unknown): boolean =>
  error !== null && (key === CURRENT_USER || (error instanceof ApiError && error.status === NO_ANSWER))
