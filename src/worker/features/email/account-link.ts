import { hmacSha256, toBase64Url } from '../../core/tokens.ts'
import type { AccountLinkPurpose } from './mail-rules.ts'

/**
 * The token of a single-use link: an HMAC of the nonce in the mail's row. The tables contain the nonce and the token's
 * hash, which open nothing without the secret. Every attempt at one mail sends the same link.
 */
export async function signAccountLink(
  purpose: AccountLinkPurpose,
  nonce: string,
  secret: string,
): Promise<string> {
  return toBase64Url(await hmacSha256(secret, `account-link.v1:${purpose}:${nonce}`))
}
