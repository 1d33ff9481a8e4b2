import type { BucketLimit } from './rate-limiter-rules.ts'

export const MAX_MESSAGE_BYTES = 4096
/** What a person may click away at: each may be sent on to all tabs. */
export const MESSAGES: BucketLimit = { burst: 60, refillSeconds: 0.5 }

export const POLICY_VIOLATION = 1008
export const SESSION_ENDED = 4001

/** Of these sockets those that have to go so that one more has a place: the oldest. */
export function surplus<Socket extends { openedAt: number }>(
  open: readonly Socket[],
  most: number,
): Socket[] {
  const oldestFirst = open.toSorted((a, b) => a.openedAt - b.openedAt)
  return oldestFirst.slice(0, Math.max(0, open.length - most + 1))
}

/** True where somebody says to be who their session is not. */
export const claimsOtherIdentity = (
  claim: { userId: number; isAdmin?: boolean | undefined },
  session: { userId: number; isAdmin: boolean },
): boolean => claim.userId !== session.userId || (claim.isAdmin === true && !session.isAdmin)
