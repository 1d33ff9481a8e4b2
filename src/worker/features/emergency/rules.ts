import { HOUR } from '#shared/core/time.ts'
import type { LINK_STATES } from '#shared/emergency/contract.ts'
import { assertNever } from '../../core/assert-never.ts'

/**
 * A use opens the link for the IP address of its request. Later requests from that address belong to the same use while
 * less than an hour passes between two of them. So an interrupted download, or one in ranges, is one use.
 */
export const RESUME_MS = HOUR

export type LinkState = (typeof LINK_STATES)[number]

type Link = { uses: number; maxUses: number; expiresAt: number; revokedAt: number | null }

export function stateOf({ uses, maxUses, expiresAt, revokedAt }: Link, now: number): LinkState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return uses >= maxUses ? 'used-up' : 'active'
}

/** The reason why this link opens nothing; null where it opens. `resumes`: this caller has a use that is still open. */
export function refusalOf(state: LinkState, resumes: boolean): string | null {
  const ask = 'Ask support for a new one.'
  switch (state) {
    case 'active':
      return null
    case 'used-up':
      return resumes ? null : `This emergency link has been used up. ${ask}`
    case 'expired':
      return `This emergency link has expired. ${ask}`
    case 'revoked':
      return `This emergency link was revoked. ${ask}`
    default:
      return assertNever(state)
  }
}

/** The same message for every invalid key: unsigned, altered, for another product, or for no link. */
export const NO_SUCH_KEY = 'This emergency link is not valid. Open it again exactly as it was sent to you.'
