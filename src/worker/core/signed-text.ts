import { keyIdOf, keyNamed } from './key-id.ts'
import { fromBase64Url, hmacSha256, toBase64Url, verifyHmacSha256 } from './tokens.ts'

/** The key that signs, and the keys before it, which are still accepted, newest first (050). */
export type SigningKeys = { linkSigningKey: string; linkPreviousKeys: readonly string[] }

/**
 * `body.signature`, URL-safe where the body is. A signature for one purpose is invalid for another. It begins with the
 * 8 characters that name its key.
 */
export async function signText(body: string, purpose: string, key: string): Promise<string> {
  const mac = toBase64Url(await hmacSha256(key, `${purpose}:${body}`))
  return `${body}.${await keyIdOf(key)}${mac}`
}

/** The body; null where it was not signed by us for this purpose, or was altered. */
export async function readSignedText(
  token: string,
  purpose: string,
  { linkSigningKey, linkPreviousKeys }: SigningKeys,
): Promise<string | null> {
  const [, body, keyId, signature = ''] = /^([\w.-]{1,200})\.([0-9a-f]{8})?([\w-]{43})$/.exec(token) ?? []
  const mac = fromBase64Url(signature)
  if (body === undefined || !mac) return null
  const keys = [linkSigningKey, ...linkPreviousKeys]
  // Signatures from before keys had names.
  const tried = keyId === undefined ? keys : [await keyNamed(keyId, keys)]
  for (const key of tried)
    if (key !== undefined && (await verifyHmacSha256(key, `${purpose}:${body}`, mac))) return body
  return null
}
