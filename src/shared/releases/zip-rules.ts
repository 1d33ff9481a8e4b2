import { isDevice } from './file-name-rules.ts'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
/** Maximum bytes between two entries: the data descriptor that a streaming packer writes after an entry. */
const DESCRIPTOR_BYTES = 24

export const MOST_ENTRIES = 2000
/** Maximum unpacked size, in bytes. */
export const MOST_UNPACKED = 200 * 1024 * 1024
/** Maximum ratio of unpacked to packed size. */
export const MOST_RATIO = 100
/** Maximum length of a path in an archive, in bytes: the limit of file systems for one name. */
export const MOST_PATH_BYTES = 255

export type ZipEntry = {
  /** The path, with `/` between folders and no `/` at the end. */
  path: string
  isFolder: boolean
  isDeflated: boolean
  crc: number
  /** Bytes, unpacked. */
  size: number
  /** The start and end of the packed bytes in the archive. */
  start: number
  end: number
}

export type Refused = { ok: false; reason: string }
export type ReadZip = { ok: true; entries: ZipEntry[] } | Refused

/** Whether the file begins like a non-empty ZIP archive. */
export const beginsAsZip = (bytes: Uint8Array): boolean =>
  bytes.length > 3 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/**
 * The entries of a ZIP archive (APPNOTE 6.3), read strictly: an archive that two unpackers could interpret differently,
 * or that could harm an unpacker, is refused. Every byte of the archive must belong to one entry or to its directory.
 * The entries' bytes are not read here.
 */
export function readZip(bytes: Uint8Array): ReadZip {
  if (!beginsAsZip(bytes)) return refuse('This is not a ZIP archive.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === null) return damaged('its end is missing')
  const [disk, firstDisk, here, count] = [4, 6, 8, 10].map((at) => view.getUint16(end + at, true))
  const size = view.getUint32(end + 12, true)
  const first = view.getUint32(end + 16, true)
  if (count === 0xffff || size === 0xffffffff || first === 0xffffffff) {
    return refuse('This is a ZIP64 archive. Pack it as a plain ZIP.')
  }
  if (disk !== 0 || firstDisk !== 0 || here !== count) return refuse('This is one part of a split archive.')
  if (count === undefined || count > MOST_ENTRIES) {
    return refuse(`The archive has more than ${MOST_ENTRIES} entries.`)
  }
  if (first + size !== end) return damaged('its directory is not where it should be')

  const found: Found[] = []
  let at = first
  for (let index = 0; index < count; index += 1) {
    const read = readEntry(bytes, view, at, { directory: first, end })
    if ('reason' in read) return read
    found.push(read)
    at = read.next
  }
  if (at !== end) return damaged('its directory has more than it says')
  const refusal = refuseNames(found) ?? refuseGaps(found, first) ?? refuseSizes(found, bytes.length)
  return refusal ?? { ok: true, entries: found.map(({ entry }) => entry) }
}

type Found = { entry: ZipEntry; header: number; hasDescriptor: boolean; next: number }

const refuse = (reason: string): Refused => ({ ok: false, reason })
const damaged = (what: string): Refused => refuse(`This archive is damaged: ${what}.`)

/** The position of the last end record, if its comment ends exactly at the end of the file. */
function findEnd(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - END_BYTES - 0xffff)
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== END) continue
    return at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength ? at : null
  }
  return null
}

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  limits: { directory: number; end: number },
): Found | Refused {
  if (at + CENTRAL_BYTES > limits.end || view.getUint32(at, true) !== CENTRAL)
    return damaged('its directory is broken')
  const u16 = (offset: number) => view.getUint16(at + offset, true)
  const u32 = (offset: number) => view.getUint32(at + offset, true)
  const [flags, method, nameLength, extraLength] = [u16(8), u16(10), u16(28), u16(30)]
  const next = at + CENTRAL_BYTES + nameLength + extraLength + u16(32)
  if (next > limits.end) return damaged('its directory is broken')
  const nameAt = at + CENTRAL_BYTES
  const rawName = bytes.subarray(nameAt, nameAt + nameLength)
  const named = readName(rawName)
  if (!named.ok) return named
  const { path, isFolder } = named
  const about = (what: string) => refuse(`${quoted(path)} ${what}.`)

  // Bits 0, 6 and 13 mark kinds of encryption.
  if (flags & 0x2041) return about('is encrypted. Buyers could not open it')
  if (method !== 0 && method !== 8) return about('is packed in a way that not every system can unpack')
  // The upper 16 bits are the Unix mode. They are checked for archives from any system.
  const kind = (u32(38) >>> 28) & 0xf
  if (kind === 0xa) return about('is a symbolic link')
  if (kind !== 0 && kind !== 8 && kind !== 4) return about('is not a regular file')
  if (hidesName(bytes.subarray(nameAt + nameLength, nameAt + nameLength + extraLength), rawName)) {
    return about('has a second name')
  }

  const [crc, packed, size, header] = [u32(16), u32(20), u32(24), u32(42)]
  if (packed === 0xffffffff || size === 0xffffffff || header === 0xffffffff) return about('is a ZIP64 entry')
  if (header + LOCAL_BYTES > limits.directory || view.getUint32(header, true) !== LOCAL) {
    return damaged(`${quoted(path)} is not where its directory says`)
  }
  const local16 = (offset: number) => view.getUint16(header + offset, true)
  const local32 = (offset: number) => view.getUint32(header + offset, true)
  const start = header + LOCAL_BYTES + local16(26) + local16(28)
  const end = start + packed
  if (end > limits.directory) return damaged(`${quoted(path)} is longer than the archive`)
  const localName = bytes.subarray(header + LOCAL_BYTES, header + LOCAL_BYTES + local16(26))
  const hasDescriptor = (flags & 8) !== 0
  const agrees =
    local16(8) === method &&
    (local16(6) & 0x2049) === (flags & 0x2049) &&
    areSame(localName, rawName) &&
    (hasDescriptor || (local32(14) === crc && local32(18) === packed && local32(22) === size))
  if (!agrees) return damaged(`${quoted(path)} is described in two different ways`)
  if (hidesName(bytes.subarray(start - local16(28), start), rawName)) return about('has a second name')
  if (isFolder && size > 0) return about('is a folder with contents of its own')
  if (method === 0 && packed !== size) return damaged(`${quoted(path)} has two sizes`)
  return {
    entry: { path, isFolder, isDeflated: method === 8, crc, size, start, end },
    header,
    hasDescriptor,
    next,
  }
}

/** Accepts only a path that means the same file on every system, inside the folder of the unpacked archive. */
function readName(raw: Uint8Array): { ok: true; path: string; isFolder: boolean } | Refused {
  if (raw.length === 0) return refuse('A file in the archive has no name.')
  if (raw.length > MOST_PATH_BYTES) {
    return refuse(`A name in the archive is longer than ${MOST_PATH_BYTES} bytes: ${quoted(decode(raw))}.`)
  }
  const name = decode(raw)
  if (name.includes('\u{FFFD}')) return refuse(`The name ${quoted(name)} is not in UTF-8.`)
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) {
    return refuse(`The name ${quoted(name)} has control characters in it.`)
  }
  if (name.includes('\\')) return refuse(`The name ${quoted(name)} has a backslash in it.`)
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) {
    return refuse(`${quoted(name)} is an absolute path. Names in the archive must be relative.`)
  }
  const isFolder = name.endsWith('/')
  const path = isFolder ? name.slice(0, -1) : name
  const steps = path.split('/')
  if (steps.includes('..')) return refuse(`${quoted(name)} leads out of its folder.`)
  if (steps.some((step) => step === '' || step === '.' || /[:*?"<>|]|[ .]$/.test(step) || isDevice(step))) {
    return refuse(`${quoted(name)} is not a valid file name on every system.`)
  }
  return { ok: true, path, isFolder }
}

const decode = (raw: Uint8Array) => new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(raw)

/** A name for a message: at most 60 characters, with invisible characters replaced. */
function quoted(name: string): string {
  const seen = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')
  return `“${seen.length > 60 ? `${seen.slice(0, 60)}…` : seen}”`
}

/** Whether Info-ZIP's Unicode path field, which some unpackers use, gives the file another name. */
function hidesName(extra: Uint8Array, rawName: Uint8Array): boolean {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength)
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 0x7075 && !areSame(extra.subarray(at + 9, end), rawName)) return true
    at = end
  }
  return false
}

const areSame = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** Refuses two names that are equal on some systems, and a file that is also a folder. */
function refuseNames(found: readonly Found[]): Refused | null {
  if (!found.some(({ entry }) => !entry.isFolder)) return refuse('There is no file in the archive.')
  const keyOf = (path: string) => path.normalize('NFC').toLowerCase()
  const files = new Set<string>()
  const all = new Set<string>()
  for (const { entry } of found) {
    const key = keyOf(entry.path)
    if (all.has(key)) return refuse(`${quoted(entry.path)} is in the archive twice.`)
    all.add(key)
    if (!entry.isFolder) files.add(key)
  }
  for (const { entry } of found) {
    const steps = keyOf(entry.path).split('/')
    for (let depth = 1; depth < steps.length; depth += 1) {
      if (files.has(steps.slice(0, depth).join('/'))) {
        return refuse(`${quoted(entry.path)} is inside a file, not a folder.`)
      }
    }
  }
  return null
}

/** Entries must follow each other from the first byte to the directory, without shared bytes or hidden bytes. */
function refuseGaps(found: readonly Found[], directory: number): Refused | null {
  let at = 0
  let room = 0
  for (const { entry, header, hasDescriptor } of found.toSorted((a, b) => a.header - b.header)) {
    if (header < at) return refuse(`${quoted(entry.path)} shares its bytes with another file in the archive.`)
    if (header - at > room) return refuse('The archive has bytes in it that belong to no file.')
    at = entry.end
    room = hasDescriptor ? DESCRIPTOR_BYTES : 0
  }
  return directory - at > room ? refuse('The archive has bytes in it that belong to no file.') : null
}

function refuseSizes(found: readonly Found[], packed: number): Refused | null {
  const unpacked = found.reduce((sum, { entry }) => sum + entry.size, 0)
  if (unpacked > MOST_UNPACKED) return refuse('Unpacked, the archive would have more than 200 MB.')
  if (unpacked > packed * MOST_RATIO) {
    return refuse(`Unpacked, the archive would be more than ${MOST_RATIO} times as large.`)
  }
  return null
}

/** The one folder that contains all files of an archive, with its `/`; '' where there is none. */
export function topFolderOf(entries: readonly ZipEntry[]): string {
  const files = entries.filter(({ isFolder }) => !isFolder)
  const top = `${files[0]?.path.split('/')[0] ?? ''}/`
  return files.every(({ path }) => path.startsWith(top)) ? top : ''
}

/** The files as a buyer sees them, sorted by path. A top folder that contains all files is removed from the paths. */
export function listFiles(entries: readonly ZipEntry[]): { path: string; size: number }[] {
  const top = topFolderOf(entries)
  return entries
    .filter(({ isFolder }) => !isFolder)
    .map(({ path, size }) => ({ path: path.slice(top.length), size }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
