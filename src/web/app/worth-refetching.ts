import { ApiError, NO_ANSWER } from '../lib/api.ts'

const CURRENT_USER = '/api/auth/me'

/**
 * Whether a failed call is refetched when the network or the reader comes back: calls that never reached the shop, and
 * the account after any failure, because everything else depends on the account.
 */
export const worthRefetching = (key: unknown, error: unknown): boolean =>
  error !== null && (key === CURRENT_USER || (error instanceof ApiError && error.status === NO_ANSWER))
