import { keyIdOf, keyNamed } from '../../core/key-id.ts'
import type { SigningKeys } from '../../core/signed-text.ts'
import { hmacSha256, randomToken, toBase64Url } from '../../core/tokens.ts'
import type { AccountLinkPurpose } from './account-mail-rules.ts'

/**
 * The token of a single-use link: an HMAC of the nonce in the mail's row. The tables contain the nonce and the token's
 * hash, which open nothing without the secret. Every attempt at one mail sends the same link.
 */
export async function signAccountLink(
  purpose: AccountLinkPurpose,
  nonce: string,
  keys: SigningKeys,
): Promise<string> {
  return toBase64Url(await hmacSha256(await keyOf(nonce, keys), `account-link.v1:${purpose}:${nonce}`))
}

/** Names the key, so that a mail that waits while the key is replaced has the link whose hash is stored. */
export const newNonce = async ({ linkSigningKey }: SigningKeys): Promise<string> =>
  `${await keyIdOf(linkSigningKey)}.${randomToken()}`

/** The key of a nonce. One without the name of a key has the oldest one. */
async function keyOf(nonce: string, { linkSigningKey, linkPreviousKeys }: SigningKeys): Promise<string> {
  const [keyId = '', token] = nonce.split('.')
  if (token === undefined) return linkPreviousKeys.at(-1) ?? linkSigningKey
  return (await keyNamed(keyId, [linkSigningKey, ...linkPreviousKeys])) ?? linkSigningKey
}
