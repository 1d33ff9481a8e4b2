import { spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NAMESPACE } from './shared/publishers/contract.ts'
import {
  fingerprintOf,
  keyLine,
  readArmor,
  readPublicKey,
  signerOf,
  sshStrings,
  toArmor,
} from './shared/publishers/sshsig-rules.ts'

const STATEMENT = 'windfall-release v1\nproduct: 1 monad\n'
const HAS_SSH = spawnSync('ssh-keygen', ['-?']).error === undefined

const bytes = (text: string) => new TextEncoder().encode(text)
const join2 = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const hash = (name: string, data: Uint8Array) => new Uint8Array(createHash(name).update(data).digest())

function aKey() {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = privateKey.export({ format: 'jwk' })
  return {
    privateKey: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    raw: Buffer.from(x, 'base64url'),
  }
}

type Made = {
  namespace?: string
  hashName?: string
  type?: 'ssh-ed25519' | 'sk-ssh-ed25519@openssh.com'
  flags?: number
}

/** A signature as OpenSSH makes it, written by this test from PROTOCOL.sshsig and PROTOCOL.u2f. */
function aSignature(text: string, made: Made = {}): { signature: string; line: string } {
  const { namespace = NAMESPACE, hashName = 'sha512', type = 'ssh-ed25519', flags = 1 } = made
  const key = aKey()
  const isSecurityKey = type !== 'ssh-ed25519'
  const blob = isSecurityKey ? sshStrings(type, key.raw, 'ssh:') : sshStrings(type, key.raw)
  const message = join2(bytes('SSHSIG'), sshStrings(namespace, '', hashName, hash(hashName, bytes(text))))
  const state = new Uint8Array([flags, 0, 0, 0, 7])
  const toSign = isSecurityKey
    ? join2(hash('sha256', bytes('ssh:')), state, hash('sha256', message))
    : message
  const signed = sshStrings(type, new Uint8Array(sign(null, toSign, key.privateKey)))
  const inner = isSecurityKey ? join2(signed, state) : signed
  const whole = join2(
    bytes('SSHSIG'),
    new Uint8Array([0, 0, 0, 1]),
    sshStrings(blob, namespace, '', hashName, inner),
  )
  return {
    signature: Buffer.from(whole).toString('base64'),
    line: `${type} ${Buffer.from(blob).toString('base64')}`,
  }
}

describe('a signature of OpenSSH', () => {
  test.each<[string, Made]>([
    ['with an Ed25519 key', {}],
    ['with SHA-256', { hashName: 'sha256' }],
    ['with a touched security key', { type: 'sk-ssh-ed25519@openssh.com' }],
  ])('%s names its key for its text, and for no other', async (_, made) => {
    const { signature, line } = aSignature(STATEMENT, made)
    const key = await signerOf(STATEMENT, signature)
    expect(key && keyLine(key)).toBe(line)
    expect(await signerOf(`${STATEMENT} `, signature)).toBeNull()
  })

  test.each<[string, Made]>([
    ['of another namespace', { namespace: 'file' }],
    ['with another hash', { hashName: 'sha1' }],
    ['of a security key that nobody touched', { type: 'sk-ssh-ed25519@openssh.com', flags: 0 }],
  ])('%s is refused', async (_, made) => {
    expect(await signerOf(STATEMENT, aSignature(STATEMENT, made).signature)).toBeNull()
  })

  test('with a byte order mark in one of its texts is refused', async () => {
    const { signature } = aSignature(STATEMENT)
    const whole = Buffer.from(signature, 'base64')
    const at = whole.indexOf(NAMESPACE)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(NAMESPACE.length + 3)
    const marked = Buffer.concat([
      whole.subarray(0, at - 4),
      length,
      Buffer.from([0xef, 0xbb, 0xbf]),
      whole.subarray(at),
    ])
    expect(await signerOf(STATEMENT, marked.toString('base64'))).toBeNull()
  })

  test('with any one byte changed names no key or another one', async () => {
    const { signature, line } = aSignature(STATEMENT)
    const whole = Buffer.from(signature, 'base64')
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      const key = await signerOf(STATEMENT, changed.toString('base64'))
      expect(key && keyLine(key), `byte ${at}`).not.toBe(line)
    }
    expect(await signerOf(STATEMENT, whole.subarray(0, 100).toString('base64'))).toBeNull()
    expect(await signerOf(STATEMENT, 'no base64!')).toBeNull()
  })

  test.skipIf(!HAS_SSH)(
    'by ssh-keygen is read, with its fingerprint, and written again as it was',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'windfall-sshsig-'))
      const run = (...args: string[]) => spawnSync('ssh-keygen', args, { cwd: folder, encoding: 'utf8' })
      run('-q', '-t', 'ed25519', '-N', '', '-C', 'a comment', '-f', 'key')
      writeFileSync(join(folder, 'text'), STATEMENT)
      run('-Y', 'sign', '-n', NAMESPACE, '-f', 'key', 'text')
      const armored = readFileSync(join(folder, 'text.sig'), 'utf8')
      const encoded = readArmor(armored) ?? ''
      const key = await signerOf(STATEMENT, encoded)
      expect(key && (await fingerprintOf(key))).toBe(run('-lf', 'key').stdout.split(' ')[1])
      expect(toArmor(encoded)).toBe(armored)
      const line = readPublicKey(readFileSync(join(folder, 'key.pub'), 'utf8'))
      expect(line && keyLine(line)).toBe(key && keyLine(key))
    },
  )
})

test('a public key is an Ed25519 line whose name and blob agree', () => {
  const { line } = aSignature(STATEMENT)
  expect(readPublicKey(`  ${line} ann@home\n`)).not.toBeNull()
  for (const wrong of [
    line.replace('ssh-ed25519 ', 'sk-ssh-ed25519@openssh.com '),
    line.slice(0, -8),
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB',
    `${line}\n${line}`,
    '',
  ])
    expect(readPublicKey(wrong), wrong).toBeNull()
})

test.each<[string, string]>([
  ['the neutral point', `01${'00'.repeat(31)}`],
  ['a point of order 2', `ec${'ff'.repeat(30)}7f`],
  ['a point of order 4', '00'.repeat(32)],
  ['a point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['a y that is not reduced', `ee${'ff'.repeat(30)}7f`],
  ['no point of the curve', `02${'00'.repeat(31)}`],
])('the key of %s is refused: anybody could sign for it, or nobody', (_, hex) => {
  const blob = sshStrings('ssh-ed25519', new Uint8Array(Buffer.from(hex, 'hex')))
  expect(readPublicKey(`ssh-ed25519 ${Buffer.from(blob).toString('base64')}`)).toBeNull()
})

test('armor is read in time that grows with its length, and nothing around it is accepted', () => {
  const { signature } = aSignature(STATEMENT)
  const began = performance.now()
  expect(readArmor(`-----BEGIN SSH SIGNATURE-----${' '.repeat(100_000)}`)).toBeNull()
  expect(performance.now() - began).toBeLessThan(1000)
  expect(readArmor(toArmor(signature).replaceAll('\n', '\r\n'))).toBe(signature)
  for (const wrong of ['', signature, `x\n${toArmor(signature)}`, `${toArmor(signature)}x`])
    expect(readArmor(wrong)).toBeNull()
})
