import type { FileEntry } from '#shared/catalogue/contract.ts'
import { concatBytes, hashOf, toHex } from '#shared/core/bytes.ts'
import { beginsAsZip, listFiles, type Refused, readZip, type ZipEntry } from '#shared/releases/zip-rules.ts'
import { crc32 } from './crc-32.ts'

/** `manifestSha256`: hash of its windfall.json, lower-case hex; null where it has none. */
export type CheckedZip = { ok: true; contents: FileEntry[]; manifestSha256: string | null } | Refused

/** The file in which an archive declares what its script does. */
const MANIFEST = 'windfall.json'
const MOST_MANIFEST_BYTES = 64 * 1024

/**
 * Unpacks every entry of an archive, chunk by chunk, without keeping the result. Size and checksum must be exactly
 * those in the directory. Stops at the first byte beyond an entry's size.
 */
export async function checkZip(bytes: Uint8Array): Promise<CheckedZip> {
  const read = readZip(bytes)
  if (!read.ok) return read
  for (const entry of read.entries) {
    const refusal = await checkEntry(bytes.subarray(entry.start, entry.end), entry)
    if (refusal) return { ok: false, reason: refusal }
  }
  const manifest = read.entries.find((entry) => isManifest(entry, read.entries))
  if (manifest && manifest.size > MOST_MANIFEST_BYTES) {
    return { ok: false, reason: `“${manifest.path}” is larger than 64 kB.` }
  }
  const manifestSha256 = manifest
    ? toHex(await hashOf(await unpack(bytes.subarray(manifest.start, manifest.end), manifest)))
    : null
  return { ok: true, contents: listFiles(read.entries), manifestSha256 }
}

/** Whether this is the manifest: directly in the archive, or in the one folder that contains all files. */
const isManifest = ({ path }: ZipEntry, entries: readonly ZipEntry[]): boolean => {
  const files = entries.filter(({ isFolder }) => !isFolder)
  const [top = ''] = files[0]?.path.split('/') ?? []
  const inOneFolder = files.every((file) => file.path.startsWith(`${top}/`))
  return path === (inOneFolder ? `${top}/${MANIFEST}` : MANIFEST)
}

/** The bytes of an entry that was checked. */
async function unpack(packed: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of entry.isDeflated ? inflate(packed) : [packed]) parts.push(part)
  return concatBytes(...parts)
}

async function checkEntry(packed: Uint8Array, entry: ZipEntry): Promise<string | null> {
  const seen = { size: 0, crc: 0 }
  // The first four bytes of an entry: they may arrive in several chunks.
  const first = new Uint8Array(4)
  try {
    for await (const part of entry.isDeflated ? inflate(packed) : [packed]) {
      if (seen.size < first.length) first.set(part.subarray(0, first.length - seen.size), seen.size)
      seen.size += part.length
      if (seen.size > entry.size) break
      seen.crc = crc32(part, seen.crc)
    }
  } catch {
    return `“${entry.path}” cannot be unpacked: the archive is damaged.`
  }
  if (seen.size !== entry.size || seen.crc !== entry.crc) {
    return `“${entry.path}” does not match the archive’s index: its size or checksum is different.`
  }
  // The content of an archive inside the archive would not be checked.
  return beginsAsZip(first) ? `“${entry.path}” is an archive itself. Put its files in instead.` : null
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
