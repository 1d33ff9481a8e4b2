import { beforeAll, describe, expect, test } from 'vitest'
import { statementText } from '#shared/catalogue/statement-rules.ts'
import { DAY, toIso } from '#shared/core/time.ts'
import type { LogEntry } from '#shared/log/contract.ts'
import {
  keyAddEntry,
  keyConfirmEntry,
  keyRemoveEntry,
  publishEntry,
  recallEntry,
  yankEntry,
} from '#shared/log/entry-rules.ts'
import {
  fingerprintOf,
  keyLine,
  type PublicKey,
  plainKey,
  signatureBlob,
  signedBytes,
} from '#shared/publishers/sshsig-rules.ts'
import { reportFile } from './file-report-rules.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const NOW = START + 30 * DAY
const product = { id: 1, slug: 'monad' }
const FILE = { sha256: 'a'.repeat(64), size: 100 }

let keys: CryptoKeyPair
let publicKey: PublicKey
let fingerprint: string

beforeAll(async () => {
  keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  publicKey = plainKey(new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer))
  fingerprint = await fingerprintOf(publicKey)
})

/** A key that was added at the start, and counts from a day later on. */
const added = (activeFrom = START + DAY) =>
  keyAddEntry({ name: 'Ann', key: keyLine(publicKey), fingerprint, activeFrom }, START)

async function published(day: number, version: string, file = FILE, isBeta = false): Promise<LogEntry> {
  const statement = { product, version, ...file, manifest: null }
  const bytes = (await signedBytes(statementText(statement))) as Uint8Array<ArrayBuffer>
  const signed = new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, bytes))
  const signature = signatureBlob(publicKey, signed)
  return publishEntry({ ...statement, key: fingerprint, signature, isBeta }, START + day * DAY)
}

const yanked = (day: number, version: string, sha256 = FILE.sha256) =>
  yankEntry({ product, version, sha256, reason: 'It is slow' }, START + day * DAY)

const recalled = (day: number, version: string, sha256 = FILE.sha256) =>
  recallEntry(
    { product, version, sha256, reason: 'It steals', advice: 'Revoke its approvals' },
    START + day * DAY,
  )

const report = (entries: LogEntry[], file = FILE, isLocal = false) =>
  reportFile(
    entries.map((entry) => JSON.stringify(entry)),
    file,
    { now: NOW, isLocal },
  )

describe('a file in the public log', () => {
  test('is genuine and current, with its newest entry and its publisher', async () => {
    expect(await report([added(), await published(2, '1.0')])).toMatchObject({
      verdict: 'current',
      newer: null,
      release: { index: 1, entry: { version: '1.0' }, signer: { name: 'Ann' } },
    })
  })

  test('is current although a newer beta version exists, and older once that one is offered to everyone', async () => {
    const beta = { sha256: 'b'.repeat(64), size: 5 }
    const repair = { sha256: 'c'.repeat(64), size: 7 }
    const entries = [added(), await published(2, '1.0'), await published(3, '2.0', beta, true)]
    expect(await report(entries)).toMatchObject({ verdict: 'current', newer: null })
    expect(await report(entries, beta)).toMatchObject({
      verdict: 'current',
      release: { entry: { channel: 'beta' } },
    })
    entries.push(await published(4, '1.0.1', repair))
    expect(await report(entries, beta)).toMatchObject({ verdict: 'older', newer: '1.0.1' })
    expect(await report(entries, repair)).toMatchObject({ verdict: 'current' })
    entries.push(await published(5, '2.0', beta))
    expect(await report(entries, repair)).toMatchObject({ verdict: 'older', newer: '2.0' })
    expect(await report(entries, beta)).toMatchObject({ verdict: 'current', newer: null })
  })

  test('of a beta version is older where a newer beta version followed', async () => {
    const next = { sha256: 'b'.repeat(64), size: 5 }
    const entries = [added(), await published(2, '2.0', FILE, true), await published(3, '2.1', next, true)]
    expect(await report(entries)).toMatchObject({ verdict: 'older', newer: '2.1' })
  })

  test('is older where another version of the product followed, unless that one was withdrawn', async () => {
    const other = { sha256: 'b'.repeat(64), size: 5 }
    const entries = [added(), await published(2, '1.0'), await published(3, '1.1', other)]
    expect(await report(entries)).toMatchObject({ verdict: 'older', newer: '1.1' })
    entries.push(yanked(4, '1.1', other.sha256))
    expect(await report(entries)).toMatchObject({ verdict: 'current', newer: null })
  })

  test('is withdrawn after a yank, also of another version, until it is published again', async () => {
    const entries = [added(), await published(2, '1.0'), yanked(3, '1.0')]
    expect(await report(entries)).toMatchObject({
      verdict: 'withdrawn',
      release: { withdrawn: { index: 2, reason: 'It is slow' } },
    })
    expect(await report([added(), await published(2, '1.0'), yanked(3, '9.9')])).toMatchObject({
      verdict: 'withdrawn',
    })
    expect(await report([...entries, await published(4, '1.0')])).toMatchObject({ verdict: 'current' })
  })

  test('is recalled for good, under any version, and is no newer version of another file', async () => {
    const entries = [added(), await published(2, '1.0'), recalled(3, '9.9'), await published(4, '1.0')]
    expect(await report(entries)).toMatchObject({
      verdict: 'recalled',
      recall: { index: 2, reason: 'It steals', advice: 'Revoke its approvals' },
    })
    const other = { sha256: 'b'.repeat(64), size: 5 }
    expect(await report([...entries, await published(5, '0.9', other)], other)).toMatchObject({
      verdict: 'current',
      newer: null,
    })
    expect(
      await report([added(), await published(2, '1.0', other), ...entries.slice(1)], other),
    ).toMatchObject({ verdict: 'current', newer: null })
  })

  test('is recalled also where the log has only its recall', async () => {
    expect(await report([recalled(3, '1.0')])).toMatchObject({ verdict: 'recalled', release: null })
  })

  test('is unknown where no entry has its hash, and entries of new types are ignored', async () => {
    const news = { type: 'news', at: toIso(START) } as unknown as LogEntry
    expect(await report([added(), news])).toEqual({ verdict: 'unknown' })
  })
})

describe('a log is refused', () => {
  test('where the statement, the signature or the size is not that of the file', async () => {
    const release = await published(2, '1.0')
    for (const change of [{ version: '1.1' }, { size: 101 }, { manifest: 'c'.repeat(64) }])
      await expect(report([added(), { ...release, ...change } as LogEntry])).rejects.toThrow('not valid')
    await expect(report([added(), release], { ...FILE, size: 99 })).rejects.toThrow('but the file has 99')
  })

  test('where the publisher key was not active: before its day has passed, or after its removal', async () => {
    await expect(report([await published(2, '1.0')])).rejects.toThrow('was not active')
    await expect(report([added(START + 3 * DAY), await published(2, '1.0')])).rejects.toThrow(
      'was not active',
    )
    const removed = keyRemoveEntry(fingerprint, START + 4 * DAY, START + 3 * DAY)
    await expect(report([added(), removed, await published(4, '1.0')])).rejects.toThrow('was not active')
    expect(await report([added(), removed, await published(3, '1.0')])).toMatchObject({ verdict: 'current' })
    const confirmed = keyConfirmEntry(fingerprint, 'add', START)
    expect(await report([added(), confirmed, await published(0, '1.0')])).toMatchObject({
      verdict: 'current',
    })
  })

  test('where a key is active too soon, except for the first keys of a shop on this computer', async () => {
    const entries = [added(START), await published(1, '1.0')]
    await expect(report(entries)).rejects.toThrow('less than 24 hours')
    expect(await report(entries, FILE, true)).toMatchObject({ verdict: 'current' })
    const late = [
      added(),
      await published(2, '1.0'),
      keyRemoveEntry(fingerprint, START + 3 * DAY, START + 3 * DAY),
    ]
    await expect(report(late, FILE, true)).rejects.toThrow('less than 24 hours')
  })

  test('where an entry is malformed, or from the future of this computer', async () => {
    await expect(reportFile(['{'], FILE, { now: NOW, isLocal: false })).rejects.toThrow('not valid JSON')
    await expect(report([{ ...added(), name: 7 } as unknown as LogEntry])).rejects.toThrow('malformed')
    await expect(report([added(), await published(31, '1.0')])).rejects.toThrow('in the future')
    const foreign = { ...added(), fingerprint: `SHA256:${'A'.repeat(43)}` } as LogEntry
    await expect(report([foreign])).rejects.toThrow('not that of the key')
  })
})
