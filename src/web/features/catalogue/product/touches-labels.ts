import { formatDay } from '#shared/core/format-day.ts'
import { formatNumber } from '#shared/core/format-number.ts'
import type { ScanSummary } from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { ANY, type KeyUse } from '#shared/scan/terms.ts'

type ListName =
  | 'network'
  | 'chains'
  | 'environment'
  | 'reads'
  | 'writes'
  | 'subprocesses'
  | 'dynamicCode'
  | 'dependencies'
  | 'addresses'

const LANGUAGES: Record<Manifest['language'], string> = {
  python: 'Python',
  javascript: 'JavaScript',
  data: 'No code, only data',
}

const KEYS: Record<KeyUse, string> = {
  none: 'Never asks for keys',
  addresses: 'Public addresses only',
  'signs-locally': 'Signs on your computer with your key',
  'needs-key': 'Needs a private key',
}

const FROM_SETTINGS = 'Files that its settings or its command line name'

const LISTS: Record<ListName, { term: string; any: string }> = {
  network: { term: 'Network', any: 'Any address that its settings name' },
  chains: { term: 'Chains', any: 'Any chain' },
  environment: { term: 'Environment variables', any: 'Variables that only the run decides' },
  reads: { term: 'Reads files', any: FROM_SETTINGS },
  writes: { term: 'Writes files', any: FROM_SETTINGS },
  subprocesses: { term: 'Starts programs', any: 'Programs that only the run decides' },
  dynamicCode: { term: 'Runs code that is not in its files', any: 'Code that only the run decides' },
  dependencies: { term: 'Dependencies', any: 'Any package' },
  addresses: { term: 'Addresses in the code', any: 'Any address' },
}

/** What an empty list means. Not for chains: the scan does not check them. */
const ABSENT: readonly { list: Exclude<ListName, 'chains'>; text: string }[] = [
  { list: 'network', text: 'Connects to no server' },
  { list: 'environment', text: 'Reads no environment variables' },
  { list: 'reads', text: 'Reads no files' },
  { list: 'writes', text: 'Writes no files' },
  { list: 'subprocesses', text: 'Starts no other program' },
  { list: 'dynamicCode', text: 'Runs only the code in its files and packages' },
  { list: 'dependencies', text: 'Installs no packages' },
  { list: 'addresses', text: 'Contains no blockchain addresses' },
]

export type TouchValue = {
  text: string
  /** A host, a file or another name from the manifest, not a sentence of ours. */
  isName: boolean
}

export type Touch = {
  term: string
  values: readonly TouchValue[]
  /** The publisher's explanation. */
  note: string | null
  /** A buyer must hand over a private key, or trust code that nobody has read. */
  isRisky: boolean
}

/** What a script touches: one row for each list of its manifest that is not empty, and its use of keys. */
export function touchesOf(manifest: Manifest): Touch[] {
  const noteOf = (name: string) => manifest.notes[name] ?? null
  const row = (name: string, term: string, values: readonly TouchValue[]): Touch[] =>
    values.length === 0 ? [] : [{ term, values, note: noteOf(name), isRisky: name === 'dynamicCode' }]
  const sentence = (text: string): TouchValue => ({ text, isName: false })
  const rowOf = (list: ListName) =>
    row(
      list,
      LISTS[list].term,
      // Each value once: they are the keys of the rows on the page.
      [...new Set(manifest[list])].map((value) =>
        value === ANY ? sentence(LISTS[list].any) : { text: value, isName: true },
      ),
    )
  return [
    ...row('language', 'Language', [sentence(LANGUAGES[manifest.language])]),
    ...row('runtime', 'Runs with', [sentence(manifest.runtime)]),
    ...row('entry', 'Started with', manifest.entry === null ? [] : [{ text: manifest.entry, isName: true }]),
    ...(['network', 'chains', 'environment', 'reads', 'writes', 'subprocesses'] as const).flatMap(rowOf),
    {
      term: 'Keys',
      values: [sentence(KEYS[manifest.keys])],
      note: noteOf('keys'),
      isRisky: manifest.keys === 'needs-key',
    },
    ...rowOf('dynamicCode'),
    ...rowOf('dependencies'),
    ...rowOf('addresses'),
  ]
}

export type Absence = { text: string; note: string | null }

/** What a script does not do, by its manifest. */
export function absencesOf(manifest: Manifest): Absence[] {
  const absent = ABSENT.filter(({ list }) => manifest[list].length === 0).map(({ list, text }) => ({
    text,
    note: manifest.notes[list] ?? null,
  }))
  const asksForNoKey = manifest.keys === 'none' || manifest.keys === 'addresses'
  // The note on keys stands beside their row already.
  return asksForNoKey ? [...absent, { text: 'Asks for no key or recovery phrase', note: null }] : absent
}

/** The heading of what a script does not do. After undeclared findings, it is only what the publisher says. */
export const absencesTitle = (undeclaredCount: number): string =>
  undeclaredCount === 0 ? 'What its code does not do' : 'What the publisher says its code does not do'

const counted = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** The result of the scan, in one sentence. */
export function scanResult({ undeclaredCount, lines, files }: ScanSummary): string {
  const found =
    undeclaredCount === 0
      ? 'nothing that is not declared'
      : `${counted(undeclaredCount, 'thing')} that the publisher did not declare`
  if (files === 0) return `The archive has no code. The scan of its other files found ${found}.`
  return `The scan of ${counted(lines, 'line')} in ${counted(files, 'file')} found ${found}.`
}

/** The beginning of the notice about a second admin's confirmation. Its reason follows. */
export function confirmationLabel(undeclaredCount: number, confirmedAt: string): string {
  const day = formatDay(confirmedAt)
  if (undeclaredCount === 0) {
    return `A second admin confirmed on ${day} what this version declares:`
  }
  const them = undeclaredCount === 1 ? 'it' : 'them'
  return `The scan found ${counted(undeclaredCount, 'thing')} that the publisher did not declare. A second admin confirmed ${them} on ${day}:`
}
