// The publisher's key of a local run: made at the first start, in OpenSSH's format, and never used elsewhere.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { concatBytes } from '../src/shared/core/bytes.ts'
import {
  fingerprintOf,
  keyLine,
  plainKey,
  signatureBlob,
  signedBytes,
  sshStrings,
} from '../src/shared/publishers/sshsig-rules.ts'

export type LocalPublisher = {
  line: string
  fingerprint: string
  /** The signature of a statement: an SSHSIG blob in base64. */
  sign: (statement: string) => Promise<string>
}

const COMMENT = 'local-publisher'
const TYPE = 'ssh-ed25519'

export const publisherKeyFile = (stateDir: string): string => join(stateDir, 'publisher_key')

/** The key in the state directory. The first call creates it: `publisher_key`, and `publisher_key.pub`. */
export async function localPublisher(stateDir: string): Promise<LocalPublisher> {
  const file = publisherKeyFile(stateDir)
  if (!existsSync(file)) createKey(file, stateDir)
  const { seed, publicKey } = readKey(readFileSync(file, 'utf8'))
  const key = plainKey(publicKey)
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    line: keyLine(key),
    fingerprint: await fingerprintOf(key),
    sign: async (statement) => signatureBlob(key, sign(null, await signedBytes(statement), privateKey)),
  }
}

function createKey(file: string, stateDir: string): void {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const seed = Buffer.from(jwk.d ?? '', 'base64url')
  const publicKey = Buffer.from(jwk.x ?? '', 'base64url')
  mkdirSync(stateDir, { recursive: true })
  writeFileSync(file, openSshKey(seed, publicKey), { mode: 0o600 })
  writeFileSync(`${file}.pub`, `${keyLine(plainKey(publicKey))} ${COMMENT}\n`)
}

const MAGIC = 'openssh-key-v1\0'

/** An unencrypted private key in OpenSSH's format (OpenSSH's PROTOCOL.key). */
function openSshKey(seed: Uint8Array, publicKey: Uint8Array): string {
  const check = randomBytes(4)
  const secret = concatBytes(check, check, sshStrings(TYPE, publicKey, concatBytes(seed, publicKey), COMMENT))
  const padding = Uint8Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, at) => at + 1)
  const one = new Uint8Array([0, 0, 0, 1])
  const whole = concatBytes(
    new TextEncoder().encode(MAGIC),
    sshStrings('none', 'none', ''),
    one,
    sshStrings(sshStrings(TYPE, publicKey), concatBytes(secret, padding)),
  )
  const lines = Buffer.from(whole)
    .toString('base64')
    .replace(/(.{70})(?=.)/g, '$1\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`
}

/** The seed and the public key: `openSshKey` puts both, 64 bytes, before the comment. */
function readKey(text: string): { seed: Uint8Array; publicKey: Uint8Array } {
  const whole = Buffer.from(text.replace(/-----.*-----/g, ''), 'base64')
  const at = whole.indexOf(Buffer.from(sshStrings(COMMENT))) - 64
  if (at < 0) throw new Error('publisher_key was not made by a local run. Delete it, and start again.')
  return { seed: whole.subarray(at, at + 32), publicKey: whole.subarray(at + 32, at + 64) }
}
