import { fromBase64Url, sha256Hex, toBase64Url } from '../../core/tokens.ts'
import type { Config } from '../../providers/config.ts'

const encoder = new TextEncoder()
const IV_BYTES = 12

type Keys = Pick<Config, 'factorKey' | 'factorPreviousKey'>

/** Names a key without revealing it. */
const keyId = async (key: string) => (await sha256Hex(`factor-key-id:${key}`)).slice(0, 8)

async function aesKey(key: string) {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(`factor-key:${key}`))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** The account is authenticated with the text: a secret that is copied to another account does not open there. */
const parameters = (iv: Uint8Array, userId: number) => ({
  name: 'AES-GCM',
  iv: iv as BufferSource,
  additionalData: encoder.encode(`authenticator-app:${userId}`),
})

/** Encrypts a secret of this account: `<key id>.<iv>.<ciphertext>`. */
export async function seal({ factorKey }: Keys, userId: number, secret: Uint8Array): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    parameters(iv, userId),
    await aesKey(factorKey),
    secret as BufferSource,
  )
  return [await keyId(factorKey), toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join('.')
}

/**
 * Decrypts a secret of this account. `isStale`: it is encrypted with the previous key and should be stored again.
 * @throws where neither key fits, or the text was changed
 */
export async function open(
  { factorKey, factorPreviousKey }: Keys,
  userId: number,
  text: string,
): Promise<{ secret: Uint8Array; isStale: boolean }> {
  const [id, iv, sealed] = text.split('.')
  const isStale = id !== (await keyId(factorKey))
  const key = isStale ? factorPreviousKey : factorKey
  const [ivBytes, bytes] = [fromBase64Url(iv ?? ''), fromBase64Url(sealed ?? '')]
  if (key === null || id !== (await keyId(key)) || !ivBytes || !bytes) {
    throw new Error(`No key for the secret of an authenticator app (key ${id})`)
  }
  const secret = await crypto.subtle.decrypt(
    parameters(ivBytes, userId),
    await aesKey(key),
    bytes as BufferSource,
  )
  return { secret: new Uint8Array(secret), isStale }
}
