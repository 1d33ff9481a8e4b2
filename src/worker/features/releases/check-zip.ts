import type { FileEntry } from '#shared/catalogue/contract.ts'
import { concatBytes, hashOf, toHex } from '#shared/core/bytes.ts'
import {
  beginsAsZip,
  listFiles,
  type Refused,
  readZip,
  topFolderOf,
  type ZipEntry,
} from '#shared/releases/zip-rules.ts'
import { type ArchiveFile, HEAD_BYTES, LARGEST_READ } from '#shared/scan/archive-files.ts'
import { MANIFEST, MAX_MANIFEST_BYTES } from '#shared/scan/terms.ts'
import { crc32 } from './crc-32.ts'

/** `manifestSha256`: hash of its windfall.json, lower-case hex; null where it has none. `files`: for the scan. */
export type CheckedZip =
  | {
      ok: true
      contents: FileEntry[]
      /** The one folder that contains all files; '': none. */
      topFolder: string
      manifestSha256: string | null
      files: ArchiveFile[]
    }
  | Refused

/** Bytes of unpacked files that are kept for the scan. Of the rest, only their heads are. */
const MOST_KEPT = 8 * 1024 * 1024

/**
 * Unpacks every entry of an archive, chunk by chunk. Size and checksum must be exactly those in the directory. Stops at
 * the first byte beyond an entry's size. Keeps the content of small files, and the beginnings of the others.
 */
export async function checkZip(bytes: Uint8Array): Promise<CheckedZip> {
  const read = readZip(bytes)
  if (!read.ok) return read
  const top = topFolderOf(read.entries)
  const files: ArchiveFile[] = []
  let kept = 0
  for (const entry of read.entries) {
    const path = entry.path.slice(top.length)
    const isSmall = entry.size <= LARGEST_READ && kept + entry.size <= MOST_KEPT
    const keep = isSmall || path === MANIFEST ? Math.min(entry.size, LARGEST_READ) : HEAD_BYTES
    const checked = await checkEntry(bytes.subarray(entry.start, entry.end), entry, keep)
    if (!checked.ok) return checked
    kept += checked.bytes.length
    if (!entry.isFolder) files.push({ path, size: entry.size, bytes: checked.bytes })
  }
  const manifest = files.find(({ path }) => path === MANIFEST)
  if (manifest && manifest.size > MAX_MANIFEST_BYTES) {
    return { ok: false, reason: `“${manifest.path}” is larger than 64 kB.` }
  }
  const manifestSha256 = manifest ? toHex(await hashOf(manifest.bytes)) : null
  return { ok: true, contents: listFiles(read.entries), topFolder: top.slice(0, -1), manifestSha256, files }
}

/** The first `keep` bytes of an entry, if all of it is what the directory says. */
async function checkEntry(
  packed: Uint8Array,
  entry: ZipEntry,
  keep: number,
): Promise<{ ok: true; bytes: Uint8Array } | Refused> {
  const refuse = (reason: string): Refused => ({ ok: false, reason })
  const seen = { size: 0, crc: 0, kept: 0 }
  const parts: Uint8Array[] = []
  try {
    for await (const part of entry.isDeflated ? inflate(packed) : [packed]) {
      if (seen.kept < keep) {
        const first = part.slice(0, keep - seen.kept)
        parts.push(first)
        seen.kept += first.length
      }
      seen.size += part.length
      if (seen.size > entry.size) break
      seen.crc = crc32(part, seen.crc)
    }
  } catch {
    return refuse(`“${entry.path}” cannot be unpacked: the archive is damaged.`)
  }
  if (seen.size !== entry.size || seen.crc !== entry.crc) {
    return refuse(`“${entry.path}” does not match the archive’s index: its size or checksum is different.`)
  }
  const bytes = concatBytes(...parts)
  // The content of an archive inside the archive would not be checked.
  return beginsAsZip(bytes)
    ? refuse(`“${entry.path}” is an archive itself. Put its files in instead.`)
    : { ok: true, bytes }
}

/** Small, because the unpacked bytes, up to a thousand times as many, are in memory until they are read. */
const INFLATE_BYTES = 16 * 1024

async function* inflate(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  let at = 0
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at >= packed.length) return controller.close()
        controller.enqueue(packed.slice(at, at + INFLATE_BYTES))
        at += INFLATE_BYTES
      },
    },
    { highWaterMark: 0 },
  )
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    // Ends the stream where the caller stopped early. A stream that failed is ended already.
    await reader.cancel().catch(() => undefined)
  }
}
