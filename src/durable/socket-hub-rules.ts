import type { BucketLimit } from './rate-limiter-rules.ts'

/** Limit of the messages of one socket, beyond normal clicking: each message may be sent on to all tabs. */
export const MESSAGES: BucketLimit = { burst: 60, refillSeconds: 0.5 }

/** Limit of one user's handshakes. A page opens one connection, and waits longer after each refusal. */
export const HANDSHAKES: BucketLimit = { burst: 120, refillSeconds: 2 }

/** The oldest sockets, which must be closed so that one more fits the limit `most`. */
export function surplus<Socket extends { openedAt: number }>(
  open: readonly Socket[],
  most: number,
): Socket[] {
  const oldestFirst = open.toSorted((a, b) => a.openedAt - b.openedAt)
  return oldestFirst.slice(0, Math.max(0, open.length - most + 1))
}

/** True where a message claims another user or role than its session has. */
export const claimsOtherIdentity = (
  claim: { userId: number; isAdmin?: boolean | undefined },
  session: { userId: number; isAdmin: boolean },
): boolean => claim.userId !== session.userId || (claim.isAdmin === true && !session.isAdmin)
