import { concatBytes } from '#shared/core/bytes.ts'

/** Bundles of entries (c2sp.org/tlog-tiles): each entry is behind its length in two bytes, big-endian. */

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** An entry as it stands in a bundle. */
export function bundleEntry(entry: string): Uint8Array {
  const bytes = encoder.encode(entry)
  const length = new Uint8Array(2)
  new DataView(length.buffer).setUint16(0, bytes.length)
  return concatBytes(length, bytes)
}

/** The entries of a bundle. @throws Error where it does not end with an entry, or has text that is not UTF-8 */
export function readBundle(bundle: Uint8Array): string[] {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength)
  const entries: string[] = []
  for (let at = 0; at < bundle.length; ) {
    const start = at + 2
    if (start > bundle.length) throw new Error('A bundle of the log ends within a length')
    at = start + view.getUint16(at)
    if (at > bundle.length) throw new Error('A bundle of the log ends within an entry')
    entries.push(decoder.decode(bundle.subarray(start, at)))
  }
  return entries
}
