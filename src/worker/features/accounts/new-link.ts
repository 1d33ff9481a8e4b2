import type { SigningKeys } from '../../core/signed-text.ts'
import { sha256Hex } from '../../core/tokens.ts'
import { newNonce, signAccountLink } from '../email/account-link.ts'
import type { AccountLinkPurpose } from '../email/account-mail-rules.ts'
import { LINK_LIFETIME_MS } from './link-rules.ts'

/** A new link: its row, and the data for its mail. The token itself is not stored. */
export async function newLink(purpose: AccountLinkPurpose, email: string, keys: SigningKeys, now: number) {
  const nonce = await newNonce(keys)
  const tokenHash = await sha256Hex(await signAccountLink(purpose, nonce, keys))
  const expiresAt = now + LINK_LIFETIME_MS[purpose]
  return {
    row: { purpose, email, tokenHash, createdAt: now, expiresAt },
    nonce,
    expiresAt,
    /** The key of its mail. */
    key: `${purpose}:${tokenHash.slice(0, 32)}`,
  }
}
