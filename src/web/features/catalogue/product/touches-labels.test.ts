import { describe, expect, test } from 'vitest'
import type { ScanSummary } from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { absencesOf, absencesTitle, confirmationLabel, scanResult, touchesOf } from './touches-labels.ts'

const manifest = (changes: Partial<Manifest> = {}): Manifest => ({
  format: 1,
  language: 'python',
  runtime: 'Python 3.9 or newer',
  entry: 'main.py',
  network: [],
  chains: [],
  environment: [],
  reads: [],
  writes: [],
  subprocesses: [],
  dynamicCode: [],
  keys: 'none',
  dependencies: [],
  addresses: [],
  notes: {},
  ...changes,
})
const summary = (changes: Partial<ScanSummary> = {}): ScanSummary => ({
  manifest: manifest(),
  findingCount: 0,
  undeclaredCount: 0,
  confirmation: null,
  lines: 1240,
  files: 3,
  ...changes,
})
const rowOf = (term: string, changes: Partial<Manifest>) =>
  touchesOf(manifest(changes)).find((row) => row.term === term)

describe('what a script touches', () => {
  test('a manifest with empty lists gives only language, runtime, entry and keys', () => {
    expect(touchesOf(manifest()).map(({ term, values }) => [term, values.map(({ text }) => text)])).toEqual([
      ['Language', ['Python']],
      ['Runs with', ['Python 3.9 or newer']],
      ['Started with', ['main.py']],
      ['Keys', ['Never asks for keys']],
    ])
  })

  test('an archive without an entry gives no row for the entry', () => {
    expect(rowOf('Started with', { language: 'data', entry: null })).toBeUndefined()
  })

  test('every list with a value gives a row, in a fixed order', () => {
    const one = ['a']
    const full = manifest({
      network: one,
      chains: one,
      environment: one,
      reads: one,
      writes: one,
      subprocesses: one,
      dynamicCode: one,
      dependencies: one,
      addresses: one,
    })
    expect(touchesOf(full).map(({ term }) => term)).toEqual([
      'Language',
      'Runs with',
      'Started with',
      'Network',
      'Chains',
      'Environment variables',
      'Reads files',
      'Writes files',
      'Starts programs',
      'Keys',
      'Runs code that is not in its files',
      'Dependencies',
      'Addresses in the code',
    ])
  })

  test('a star reads as a sentence, a pattern and a name as they are written', () => {
    expect(rowOf('Network', { network: ['*', '*.example.org'] })?.values).toEqual([
      { text: 'Any address that its settings name', isName: false },
      { text: '*.example.org', isName: true },
    ])
    expect(rowOf('Writes files', { writes: ['*'] })?.values).toEqual([
      { text: 'Files that its settings or its command line name', isName: false },
    ])
  })

  test('a value that is listed twice is shown once', () => {
    expect(rowOf('Network', { network: ['a.org', 'a.org'] })?.values).toHaveLength(1)
  })

  test('the publisher’s note stands beside its own list only', () => {
    const changes = { network: ['a.org'], reads: ['in.csv'], notes: { network: 'Asks for prices.' } }
    expect(rowOf('Network', changes)?.note).toBe('Asks for prices.')
    expect(rowOf('Reads files', changes)?.note).toBeNull()
  })

  test('dynamic code and a private key are marked as risky', () => {
    expect(rowOf('Runs code that is not in its files', { dynamicCode: ['exec'] })?.isRisky).toBe(true)
    const keys = (['none', 'addresses', 'signs-locally', 'needs-key'] as const).map((use) =>
      rowOf('Keys', { keys: use }),
    )
    expect(keys.map((row) => [row?.values[0]?.text, row?.isRisky])).toEqual([
      ['Never asks for keys', false],
      ['Public addresses only', false],
      ['Signs on your computer with your key', false],
      ['Needs a private key', true],
    ])
  })
})

describe('what a script does not do', () => {
  const texts = (changes: Partial<Manifest>) => absencesOf(manifest(changes)).map(({ text }) => text)

  test('each empty list but the chains, which the scan does not check, gives one line', () => {
    expect(texts({})).toEqual([
      'Connects to no server',
      'Reads no environment variables',
      'Reads no files',
      'Writes no files',
      'Starts no other program',
      'Runs only the code in its files and packages',
      'Installs no packages',
      'Contains no blockchain addresses',
      'Asks for no key or recovery phrase',
    ])
  })

  test('a list with a value gives no line', () => {
    expect(texts({ network: ['a.org'] })).not.toContain('Connects to no server')
    expect(texts({ subprocesses: ['*'] })).not.toContain('Starts no other program')
  })

  test('a script that signs or needs a key does not claim to ask for none', () => {
    const line = 'Asks for no key or recovery phrase'
    expect(texts({ keys: 'addresses' })).toContain(line)
    expect(texts({ keys: 'signs-locally' })).not.toContain(line)
    expect(texts({ keys: 'needs-key' })).not.toContain(line)
  })

  test('a note on an empty list is kept', () => {
    expect(absencesOf(manifest({ notes: { network: 'You paste the prices.' } }))[0]).toEqual({
      text: 'Connects to no server',
      note: 'You paste the prices.',
    })
  })

  test('undeclared findings turn the heading into a statement of the publisher', () => {
    expect(absencesTitle(0)).toBe('What its code does not do')
    expect(absencesTitle(1)).toBe('What the publisher says its code does not do')
  })
})

describe('the result of the scan', () => {
  test('names the lines and files that were read', () => {
    expect(scanResult(summary())).toBe(
      'The scan of 1,240 lines in 3 files found nothing that is not declared.',
    )
    expect(scanResult(summary({ lines: 1, files: 1 }))).toBe(
      'The scan of 1 line in 1 file found nothing that is not declared.',
    )
  })

  test('counts what is not declared', () => {
    expect(scanResult(summary({ undeclaredCount: 2 }))).toContain(
      'found 2 things that the publisher did not declare.',
    )
  })

  test('says that an archive has no code', () => {
    expect(scanResult(summary({ lines: 0, files: 0 }))).toMatch(/^The archive has no code\./)
  })

  test('a confirmation names the count and the day', () => {
    expect(confirmationLabel(1, '2026-11-21T12:00:00.000Z')).toBe(
      'The scan found 1 thing that the publisher did not declare. A second admin confirmed it on 21 Nov 2026:',
    )
    expect(confirmationLabel(3, '2026-11-21T12:00:00.000Z')).toContain('3 things')
  })

  test('a confirmation without undeclared findings is about what the version declares in addition', () => {
    expect(confirmationLabel(0, '2026-11-21T12:00:00.000Z')).toBe(
      'A second admin confirmed on 21 Nov 2026 what this version declares:',
    )
  })
})
