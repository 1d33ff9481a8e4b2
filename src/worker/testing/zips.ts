import { deflateSync } from 'fflate'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { crc32 } from '../features/releases/crc-32.ts'

/** An entry of an archive; values that a test sets override the true ones. */
export type PackedEntry = {
  name: string | Uint8Array
  data?: Uint8Array
  stored?: boolean
  flags?: number
  method?: number
  crc?: number
  size?: number
  packedSize?: number
  /** External attributes: the Unix mode in the upper half. */
  attributes?: number
  localName?: string
  /** The entry's offset in the directory. */
  offset?: number
  extra?: Uint8Array
  /** Number of bytes after the entry that belong to no entry. */
  gap?: number
}

export type Packing = { comment?: Uint8Array; before?: Uint8Array; count?: number; disk?: number }

const text = (value: string | Uint8Array) =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value

function record(signature: number, fields: [value: number, bytes: 2 | 4][]): Uint8Array {
  const bytes = new Uint8Array(4 + fields.reduce((sum, [, length]) => sum + length, 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  let at = 4
  for (const [value, length] of fields) {
    if (length === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += length
  }
  return bytes
}

export function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The manifest of a script in Python that does nothing but compute. `change`: fields that are different. */
export const manifestText = (change: Partial<Manifest> = {}): string =>
  JSON.stringify({
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
    keys: 'none',
    dependencies: [],
    ...change,
  })

/** An archive with one script, `farm/main.py`, and its manifest. */
export const aScriptZip = (source = 'print("hello")\n', change: Partial<Manifest> = {}): Uint8Array =>
  aZip([
    { name: 'farm/main.py', data: text(source) },
    { name: 'farm/windfall.json', data: text(manifestText(change)) },
  ])

/** Writes a ZIP archive field by field, so that each field can be wrong. */
export function aZip(entries: PackedEntry[], packing: Packing = {}): Uint8Array {
  const parts = [packing.before ?? new Uint8Array()]
  const directory: Uint8Array[] = []
  let at = packing.before?.length ?? 0
  for (const entry of entries) {
    const data = entry.data ?? text('print("hello")\n')
    const packed = entry.stored ? data : deflateSync(data)
    const name = text(entry.name)
    const localName = text(entry.localName ?? entry.name)
    const extra = entry.extra ?? new Uint8Array()
    const facts: [number, 2 | 4][] = [
      [entry.flags ?? 0x800, 2],
      [entry.method ?? (entry.stored ? 0 : 8), 2],
      [0, 2],
      [0x5821, 2],
      [entry.crc ?? crc32(data, 0), 4],
      [entry.packedSize ?? packed.length, 4],
      [entry.size ?? data.length, 4],
    ]
    const local = record(0x04034b50, [[20, 2], ...facts, [localName.length, 2], [extra.length, 2]])
    const gap = new Uint8Array(entry.gap ?? 0)
    directory.push(
      record(0x02014b50, [
        [0x0314, 2],
        [20, 2],
        ...facts,
        [name.length, 2],
        [extra.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [entry.attributes ?? 0o100644 * 0x10000, 4],
        [entry.offset ?? at, 4],
      ]),
      name,
      extra,
    )
    parts.push(local, localName, extra, packed, gap)
    at += local.length + localName.length + extra.length + packed.length + gap.length
  }
  const central = joined(directory)
  const comment = packing.comment ?? new Uint8Array()
  const count = packing.count ?? entries.length
  const end = record(0x06054b50, [
    [packing.disk ?? 0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [central.length, 4],
    [at, 4],
    [comment.length, 2],
  ])
  return joined([...parts, central, end, comment])
}

/** Random bytes, which do not compress. */
export function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

/** A valid archive of exactly `length` bytes. */
export function aZipOf(length: number): Uint8Array {
  const entry = { name: 'script/data.bin', stored: true }
  const empty = aZip([{ ...entry, data: new Uint8Array() }]).length
  return aZip([{ ...entry, data: noise(length - empty) }])
}
