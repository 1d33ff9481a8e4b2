import { concatBytes, fromHex, hashOf, toHex } from '#shared/core/bytes.ts'

/**
 * The Merkle tree of the public log, as in RFC 6962, section 2.1. Hashes are lower-case hex of SHA-256.
 *
 * Only hashes of complete subtrees are stored: node (level, index) is the hash of the 2^level leaves that begin at
 * leaf index · 2^level. Every other hash of the tree is computed from these.
 */

export type Node = { level: number; index: number }

/** The leaves from `from` up to, but not including, `to`. */
export type Range = { from: number; to: number }

const encoder = new TextEncoder()
const LEAF = new Uint8Array([0])
const NODE = new Uint8Array([1])

const hashHex = async (...parts: Uint8Array[]): Promise<string> => toHex(await hashOf(concatBytes(...parts)))

/** The hash of a leaf. The entry is its UTF-8 bytes. */
export const hashLeaf = (entry: string): Promise<string> => hashHex(LEAF, encoder.encode(entry))

export const hashChildren = (left: string, right: string): Promise<string> =>
  hashHex(NODE, fromHex(left), fromHex(right))

/** The complete subtrees that make up the leaves of this range, from left to right. `from` must begin such a subtree. */
export function nodesOfRange({ from, to }: Range): Node[] {
  const nodes: Node[] = []
  for (let at = from; at < to; ) {
    let level = 0
    // The largest subtree that begins here and ends within the range. No bit operators: they stop at 32 bits.
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** The hash of the range whose subtrees have these hashes, from left to right. @throws Error for an empty range */
export async function foldHashes(hashes: readonly string[]): Promise<string> {
  let [folded, ...rest] = hashes.toReversed()
  if (folded === undefined) throw new Error('An empty range has no hash')
  for (const hash of rest) folded = await hashChildren(hash, folded)
  return folded
}

/** The root of the tree with the leaves of these entries. @throws Error without an entry */
export async function rootOf(entries: readonly string[]): Promise<string> {
  const leaves = await Promise.all(entries.map(hashLeaf))
  const subtree = async (hashes: readonly string[]): Promise<string> => {
    const [only = ''] = hashes
    if (hashes.length < 2) return only
    const middle = hashes.length / 2
    return hashChildren(await subtree(hashes.slice(0, middle)), await subtree(hashes.slice(middle)))
  }
  const ranges = nodesOfRange({ from: 0, to: leaves.length })
  return foldHashes(
    await Promise.all(
      ranges.map(({ level, index }) => subtree(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))),
    ),
  )
}

/** The complete subtrees that the leaf at `index` completes, from the smallest: first the leaf itself. */
export function nodesCompletedBy(index: number): Node[] {
  const nodes: Node[] = [{ level: 0, index }]
  for (let level = 1; (index + 1) % 2 ** level === 0; level += 1) {
    nodes.push({ level, index: (index + 1) / 2 ** level - 1 })
  }
  return nodes
}

const largestPowerBelow = (size: number): number => {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/** The ranges whose hashes prove that the leaf at `index` is in the tree of `size` leaves, in the order of RFC 6962. */
export function inclusionRanges(index: number, size: number): Range[] {
  const path = (at: number, { from, to }: Range): Range[] => {
    if (to - from === 1) return []
    const middle = from + largestPowerBelow(to - from)
    const [left, right] = [
      { from, to: middle },
      { from: middle, to },
    ]
    return at < middle ? [...path(at, left), right] : [...path(at, right), left]
  }
  return index >= 0 && index < size ? path(index, { from: 0, to: size }) : []
}

/** The ranges whose hashes prove that the tree of `size` leaves begins with the tree of `old` leaves (RFC 6962). */
export function consistencyRanges(old: number, size: number): Range[] {
  const path = (end: number, { from, to }: Range, isWhole: boolean): Range[] => {
    if (end === to) return isWhole ? [] : [{ from, to }]
    const middle = from + largestPowerBelow(to - from)
    return end <= middle
      ? [...path(end, { from, to: middle }, isWhole), { from: middle, to }]
      : [...path(end, { from: middle, to }, false), { from, to: middle }]
  }
  return old > 0 && old < size ? path(old, { from: 0, to: size }, true) : []
}

/** The root that follows from a leaf and its proof; null where the proof has another length (RFC 9162, 2.1.3.2). */
export async function rootFromProof(
  leaf: string,
  index: number,
  size: number,
  proof: readonly string[],
): Promise<string | null> {
  if (index < 0 || index >= size) return null
  let [fn, sn, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (sn === 0) return null
    if (fn % 2 === 1 || fn === sn) {
      hash = await hashChildren(sibling, hash)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else {
      hash = await hashChildren(hash, sibling)
    }
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 ? hash : null
}
