import { statementText } from '#shared/catalogue/statement-rules.ts'
import { MINUTE } from '#shared/core/time.ts'
import { type LogEntry, logEntrySchema } from '#shared/log/contract.ts'
import { fingerprintOf, signerOf } from '#shared/publishers/sshsig-rules.ts'
import { type KeyPeriod, KeyPeriods, LogRefused } from './key-periods-rules.ts'

type PublishEntry = Extract<LogEntry, { type: 'publish' }>

/** A file, by its SHA-256 (lower-case hex) and its size in bytes. */
export type HashedFile = { sha256: string; size: number }

/**
 * A release as the log has it. `index`: the place of its newest publish entry. `first`: that of the first one in its
 * channel, so that a beta version that is offered to everyone is newer than the stable releases before.
 */
type Release = {
  first: number
  index: number
  entry: PublishEntry
  signer: KeyPeriod
  withdrawn: { index: number; at: string; reason: string } | null
}

/** A recall of a file. `index`: the place of its first recall entry. */
type Recall = { index: number; at: string; reason: string; advice: string }

export type FileReport =
  | { verdict: 'unknown' }
  /** `release`: null where the log has the recall only, as of a release from before the log. */
  | { verdict: 'recalled'; release: Release | null; recall: Recall; newer: string | null }
  | {
      verdict: 'current' | 'older' | 'withdrawn'
      release: Release
      /** The product's newest version, where it is another one. For a beta version, a newer beta version counts too. */
      newer: string | null
    }

/** Entries may be this far ahead of this computer's clock. */
const TOLERANCE = 10 * MINUTE

/**
 * What the log says about a file: whether it is a release that a publisher signed, and whether it is still offered. The
 * caller has compared the entries with a signed checkpoint. `isLocal`: a shop on this computer, whose first keys need
 * not wait. Entries of unknown types are ignored. public/verify.py has the same rules.
 * @throws LogRefused where the log breaks its rules, as far as this file is concerned
 */
export async function reportFile(
  entries: readonly string[],
  file: HashedFile,
  { now, isLocal }: { now: number; isLocal: boolean },
): Promise<FileReport> {
  const keys = new KeyPeriods()
  const releases = new Map<string, Release>()
  const recalls = new Map<string, Recall>()
  let hasReleases = false
  for (const [index, text] of entries.entries()) {
    const entry = readEntry(index, text)
    if (entry === null) continue
    if (Date.parse(entry.at) > now + TOLERANCE && !isLocal)
      throw new LogRefused(`Entry ${index}: its time is in the future of this computer's clock`)
    if (entry.type === 'publish') {
      const signer = keys.active(entry.key, Date.parse(entry.at))
      const isWanted = entry.sha256 === file.sha256
      if (isWanted) await checkRelease(index, entry, signer)
      // Of other files, the signature is checked by `verify.py --log`. Here they only may be newer versions.
      if (signer) {
        const known = releases.get(nameOf(entry))
        const isPromoted = known?.entry.channel === 'beta' && entry.channel === undefined
        const first = known && !isPromoted ? known.first : index
        releases.set(nameOf(entry), { first, index, entry, signer, withdrawn: null })
      }
      hasReleases = true
    } else if (entry.type === 'yank') {
      const { at, reason, sha256 } = entry
      const named = releases.get(nameOf(entry))
      // No such product and version: to be safe, it counts for every release of the file.
      const ended = named ? [named] : [...releases.values()].filter((one) => one.entry.sha256 === sha256)
      for (const release of ended) release.withdrawn = { index, at, reason }
    } else if (entry.type === 'recall') {
      const { at, reason, advice, sha256 } = entry
      if (!recalls.has(sha256)) recalls.set(sha256, { index, at, reason, advice })
    } else {
      await keys.apply(index, entry, isLocal && !hasReleases)
    }
  }
  return conclude([...releases.values()], recalls, file)
}

function conclude(
  releases: readonly Release[],
  recalls: ReadonlyMap<string, Recall>,
  file: HashedFile,
): FileReport {
  // Those that are offered come first, then the latest.
  const [release] = releases
    .filter(({ entry }) => entry.sha256 === file.sha256)
    .sort((a, b) => Number(a.withdrawn !== null) - Number(b.withdrawn !== null) || b.index - a.index)
  const recall = recalls.get(file.sha256)
  if (!release)
    return recall ? { verdict: 'recalled', release: null, recall, newer: null } : { verdict: 'unknown' }
  if (release.entry.size !== file.size)
    throw new LogRefused(
      `Entry ${release.index} says ${release.entry.size} bytes, but the file has ${file.size}`,
    )
  const later = releases
    .filter(
      ({ entry, withdrawn }) =>
        entry.product.id === release.entry.product.id &&
        (entry.channel === undefined || release.entry.channel === 'beta') &&
        withdrawn === null &&
        !recalls.has(entry.sha256),
    )
    .sort((a, b) => b.first - a.first)[0]
  const newer = later && later.first > release.first ? later.entry.version : null
  if (recall) return { verdict: 'recalled', release, recall, newer }
  const verdict = release.withdrawn ? 'withdrawn' : newer === null ? 'current' : 'older'
  return { verdict, release, newer }
}

/** Releases are told apart by file, product and version. */
const nameOf = ({ sha256, product, version }: Pick<PublishEntry, 'sha256' | 'product' | 'version'>) =>
  `${sha256} ${product.id} ${version}`

/** The entry; null where its type is unknown. @throws LogRefused where it is malformed */
function readEntry(index: number, text: string): LogEntry | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new LogRefused(`Entry ${index} is not valid JSON`)
  }
  const parsed = logEntrySchema.safeParse(value)
  if (parsed.success) return parsed.data
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  if (typeof type !== 'string' || KNOWN.has(type)) throw new LogRefused(`Entry ${index} is malformed`)
  return null
}

const KNOWN: ReadonlySet<string> = new Set(logEntrySchema.options.map(({ shape }) => shape.type.value))

async function checkRelease(
  index: number,
  entry: PublishEntry,
  signer: KeyPeriod | undefined,
): Promise<void> {
  if (!signer) throw new LogRefused(`Entry ${index}: its publisher key was not active on ${entry.at}`)
  const key = await signerOf(statementText(entry), entry.signature)
  if (!key || (await fingerprintOf(key)) !== entry.key)
    throw new LogRefused(`Entry ${index}: the publisher's signature is not valid`)
}
