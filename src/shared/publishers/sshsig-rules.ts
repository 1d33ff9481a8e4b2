/**
 * OpenSSH signatures of files, as `ssh-keygen -Y sign` makes them (OpenSSH's PROTOCOL.sshsig), with Ed25519 keys: on
 * disk (`ssh-ed25519`) or on a security key (`sk-ssh-ed25519@openssh.com`, PROTOCOL.u2f).
 */

import { concatBytes, fromBase64, hashOf, toBase64 } from '#shared/core/bytes.ts'
import { NAMESPACE } from './contract.ts'
import { isSafePublicKey } from './ed25519-point-rules.ts'

const PLAIN = 'ssh-ed25519'
const SECURITY_KEY = 'sk-ssh-ed25519@openssh.com'

/** A security key sets this flag when somebody touched it. */
const TOUCHED = 0x01

/** `blob`: the key in SSH's format, which a signature contains. `application`: of a security key. */
export type PublicKey = { type: string; blob: Uint8Array; key: Uint8Array; application: Uint8Array | null }

const encoder = new TextEncoder()

/** Reads SSH's strings: a length of four bytes, then the bytes. `read` returns null beyond the end. */
function reader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number): Uint8Array | null => {
    if (at + length > bytes.length) return null
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (): number | null => (take(4) ? view.getUint32(at - 4) : null)
  const string = (): Uint8Array | null => {
    const length = number()
    return length === null ? null : take(length)
  }
  const text = (): string | null => {
    const found = string()
    return found && asciiOf(found)
  }
  return { take, number, string, text, isAtEnd: () => at === bytes.length }
}

/** Null where the bytes are not ASCII: a decoder of UTF-8 would drop or replace some bytes. */
const asciiOf = (bytes: Uint8Array): string | null =>
  bytes.every((byte) => byte < 0x80) ? String.fromCharCode(...bytes) : null

/** These parts as SSH's strings, one after the other. */
export function sshStrings(...parts: (Uint8Array | string)[]): Uint8Array {
  return concatBytes(
    ...parts.flatMap((part) => {
      const bytes = typeof part === 'string' ? encoder.encode(part) : part
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, bytes.length)
      return [length, bytes]
    }),
  )
}

function readKeyBlob(blob: Uint8Array): PublicKey | null {
  const parts = reader(blob)
  const type = parts.text()
  const key = parts.string()
  const application = type === SECURITY_KEY ? parts.string() : null
  if ((type !== PLAIN && type !== SECURITY_KEY) || key?.length !== 32 || !parts.isAtEnd()) return null
  if (!isSafePublicKey(key)) return null
  return type === SECURITY_KEY && application === null ? null : { type, blob, key, application }
}

/** A public key from its line (`ssh-ed25519 AAAA… comment`). Null where it is no Ed25519 key. */
export function readPublicKey(line: string): PublicKey | null {
  const [, type, encoded = ''] = /^\s*(\S+)\s+([A-Za-z\d+/]+={0,2})(?:[ \t][^\n]*)?\s*$/.exec(line) ?? []
  const blob = fromBase64(encoded)
  const key = blob && readKeyBlob(blob)
  return key?.type === type ? key : null
}

/** The key's line without a comment. */
export const keyLine = ({ type, blob }: PublicKey): string => `${type} ${toBase64(blob)}`

/** The fingerprint that `ssh-keygen -l` prints: `SHA256:` and unpadded base64. */
export async function fingerprintOf({ blob }: PublicKey): Promise<string> {
  return `SHA256:${toBase64(await hashOf(blob)).replace(/=+$/, '')}`
}

type Signature = {
  key: PublicKey
  namespace: string
  hash: string
  type: string
  bytes: Uint8Array
  /** The flags and the counter of a security key, as they were signed. */
  state: Uint8Array | null
}

/** A signature without its first and last line, as one line of base64; null where it is not an armored signature. */
export function readArmor(armored: string): string | null {
  const lines = armored.trim().split('\n')
  const isArmor =
    lines[0]?.trim() === '-----BEGIN SSH SIGNATURE-----' &&
    lines.at(-1)?.trim() === '-----END SSH SIGNATURE-----'
  const blob = isArmor ? fromBase64(lines.slice(1, -1).join('').replace(/\s/g, '')) : null
  return blob && blob.length > 0 ? toBase64(blob) : null
}

/** The signature as the file that `ssh-keygen -Y verify` reads. */
export const toArmor = (signature: string): string =>
  `-----BEGIN SSH SIGNATURE-----\n${signature.replace(/(.{70})(?=.)/g, '$1\n')}\n-----END SSH SIGNATURE-----\n`

function readSignature(encoded: string): Signature | null {
  const blob = fromBase64(encoded)
  if (!blob) return null
  const parts = reader(blob)
  const magic = parts.take(6)
  const version = parts.number()
  const key = parts.string()
  const namespace = parts.text()
  const reserved = parts.string()
  const hash = parts.text()
  const inner = parts.string()
  if (!magic || asciiOf(magic) !== 'SSHSIG' || version !== 1 || !parts.isAtEnd()) return null
  const publicKey = key && readKeyBlob(key)
  if (!publicKey || namespace === null || reserved?.length !== 0 || hash === null || !inner) return null
  const signed = reader(inner)
  const type = signed.text()
  const bytes = signed.string()
  const state = type === SECURITY_KEY ? signed.take(5) : null
  if (type !== publicKey.type || bytes?.length !== 64 || !signed.isAtEnd()) return null
  return { key: publicKey, namespace, hash, type, bytes, state }
}

const HASHES: Record<string, 'SHA-256' | 'SHA-512'> = { sha256: 'SHA-256', sha512: 'SHA-512' }

/**
 * The key that signed this text in our namespace; null where the signature is malformed, of another purpose, or not of
 * this text. The caller must check that the key may sign releases.
 */
export async function signerOf(text: string, encodedSignature: string): Promise<PublicKey | null> {
  const signature = readSignature(encodedSignature)
  const hashName = signature && HASHES[signature.hash]
  if (!signature || !hashName || signature.namespace !== NAMESPACE) return null
  const message = await signedBytes(text, signature.hash, hashName)
  const { key, state } = signature
  const signed =
    state && key.application
      ? concatBytes(await hashOf(key.application), state, await hashOf(message))
      : message
  if (state && ((state[0] ?? 0) & TOUCHED) === 0) return null
  const publicKey = await crypto.subtle.importKey(
    'raw',
    key.key as Uint8Array<ArrayBuffer>,
    'Ed25519',
    false,
    ['verify'],
  )
  const isValid = await crypto.subtle.verify(
    'Ed25519',
    publicKey,
    signature.bytes as Uint8Array<ArrayBuffer>,
    signed as Uint8Array<ArrayBuffer>,
  )
  return isValid ? key : null
}

/** The bytes that are signed for this text. `hash`: OpenSSH's name of the hash, `hashName` WebCrypto's. */
export const signedBytes = async (
  text: string,
  hash = 'sha512',
  hashName: 'SHA-256' | 'SHA-512' = 'SHA-512',
): Promise<Uint8Array> =>
  concatBytes(
    encoder.encode('SSHSIG'),
    sshStrings(NAMESPACE, '', hash, await hashOf(encoder.encode(text), hashName)),
  )

/** The blob of a signature of an Ed25519 key, as base64. `signed`: the 64 bytes of the signature of `signedBytes`. */
export function signatureBlob(publicKey: PublicKey, signed: Uint8Array): string {
  const version = new Uint8Array([0, 0, 0, 1])
  return toBase64(
    concatBytes(
      encoder.encode('SSHSIG'),
      version,
      sshStrings(publicKey.blob, NAMESPACE, '', 'sha512', sshStrings(PLAIN, signed)),
    ),
  )
}

/** The public key with these 32 bytes. */
export function plainKey(key: Uint8Array): PublicKey {
  return { type: PLAIN, blob: sshStrings(PLAIN, key), key, application: null }
}
