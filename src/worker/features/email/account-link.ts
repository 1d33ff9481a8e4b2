import { hmacSha256, toBase64Url } from '../../core/tokens.ts'
import type { AccountLinkPurpose } from './mail-rules.ts'

/**
 * The token of a single-use link: made from the nonce that its mail is stored with, and a secret. So the tables contain the
 * token's hash and the nonce, and neither opens anything; and every try at one mail sends the same link.
 */
export async function signAccountLink(
  purpose: AccountLinkPurpose,
  nonce: string,
  secret: string,
): Promise<string> {
  return toBase64Url(await hmacSha256(secret, `account-link.v1:${purpose}:${nonce}`))
}
