import { type NoteKey, signNote } from '#shared/log/checkpoint-rules.ts'
import type { Config } from './config.ts'

/** The key of the public log's checkpoints. */
export type LogKey = NoteKey & { sign: (text: string) => Promise<string> }

/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Uint8Array.fromHex('302e020100300506032b657004220420')

const known = new WeakMap<Config, Promise<LogKey>>()

/** The key from LOG_SIGNING_KEY. Its name is the log's origin. */
export function logKeyOf(config: Config): Promise<LogKey> {
  const cached = known.get(config) ?? openKey(config)
  known.set(config, cached)
  return cached
}

async function openKey({ logOrigin, logSigningKey }: Config): Promise<LogKey> {
  const pkcs8 = new Uint8Array([...PKCS8, ...logSigningKey])
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  // WebCrypto has the public key of a private key only in a JWK.
  const { x = '' } = (await crypto.subtle.exportKey('jwk', privateKey)) as JsonWebKey
  const key = {
    name: logOrigin,
    publicKey: Uint8Array.fromBase64(x, { alphabet: 'base64url' }),
  }
  return { ...key, sign: (text) => signNote(text, key, privateKey) }
}
