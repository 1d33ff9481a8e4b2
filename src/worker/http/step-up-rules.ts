import { MINUTE } from '#shared/core/time.ts'

/** A proof of identity counts for this long. */
export const AUTHENTICATED_FOR_MS = 10 * MINUTE

type Device = { ip: string | null; userAgent: string | null }
type Proof = { authenticatedAt: number; authenticatedFrom: Device }

/**
 * Whether the last proof in this session is recent, and network or browser are still those of that proof. One of them
 * changes for an honest user (a phone changes networks, a browser is updated); both at once look like a stolen session.
 */
export function isRecentlyAuthenticated(
  { authenticatedAt, authenticatedFrom: from }: Proof,
  here: Device,
  now: number,
): boolean {
  const isElsewhere = networkOf(from.ip) !== networkOf(here.ip) && from.userAgent !== here.userAgent
  return now - authenticatedAt < AUTHENTICATED_FOR_MS && !isElsewhere
}

/** The /24 of an IPv4 address. An IPv6 address is stored as its /64 already. */
const networkOf = (ip: string | null) =>
  ip === null || ip.includes(':') ? ip : ip.split('.').slice(0, 3).join('.')
