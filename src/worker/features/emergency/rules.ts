import { HOUR } from '#shared/core/time.ts'
import type { LINK_STATES } from '#shared/emergency/contract.ts'
import { assertNever } from '../../core/assert-never.ts'

/**
 * A use opens the link to the network address it came from: what follows from there belongs to it as long as no hour
 * passes without any. So a download that broke off, or comes in parts, is one use.
 */
export const RESUME_MS = HOUR

export type LinkState = (typeof LINK_STATES)[number]

type Link = { uses: number; maxUses: number; expiresAt: number; revokedAt: number | null }

export function stateOf({ uses, maxUses, expiresAt, revokedAt }: Link, now: number): LinkState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return uses >= maxUses ? 'used-up' : 'active'
}

/** Why this link opens nothing; null: it opens. `resumes`: a use of it is still open for this caller. */
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
      return `This emergency link was withdrawn. ${ask}`
    default:
      return assertNever(state)
  }
}

/** The same for every key that is none: unsigned, altered, for another product, of no link. */
export const NO_SUCH_KEY = 'This emergency link is not valid. Open it again exactly as it was sent to you.'
