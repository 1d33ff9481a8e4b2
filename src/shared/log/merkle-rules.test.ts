import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { growTree, type StoredNode } from '../../worker/features/log/tree-rules.ts'
import {
  consistencyRanges,
  foldHashes,
  hashLeaf,
  inclusionRanges,
  nodesOfRange,
  type Range,
  rootFromProof,
  rootOf,
} from './merkle-rules.ts'

const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** MTH of RFC 6962, section 2.1, as the text defines it, over all leaves again. */
function definedRoot(entries: readonly string[]): Buffer {
  const [only = ''] = entries
  if (entries.length === 1) return sha256('\u0000', only)
  let middle = 1
  while (middle * 2 < entries.length) middle *= 2
  return sha256('\u0001', definedRoot(entries.slice(0, middle)), definedRoot(entries.slice(middle)))
}

const entries = Array.from({ length: 1000 }, (_, index) => `entry ${index}`)

/** The stored nodes of a tree that grew by portions of these sizes. */
async function grown(sizes: readonly number[]): Promise<{ root: string; nodes: Map<number, string> }> {
  const nodes = new Map<number, string>()
  let root = ''
  let size = 0
  for (const more of sizes) {
    const stored: StoredNode[] = Array.from(nodes, ([id, hash]) => ({ id, hash }))
    const tree = await growTree(size, stored, entries.slice(size, size + more))
    for (const { id, hash } of tree.nodes) nodes.set(id, hash)
    size += more
    root = tree.root
  }
  return { root, nodes }
}

const hashOfRange = async ({ from, to }: Range) => definedRoot(entries.slice(from, to)).toString('hex')

describe('the tree of the public log', () => {
  test('has the roots that RFC 6962 defines, at sizes 1 to 1,000', async () => {
    const { nodes } = await grown([1000])
    const leafOf = ({ level, index }: { level: number; index: number }) =>
      nodes.get(level * 2 ** 40 + index) ?? ''
    for (const size of [
      ...Array.from({ length: 70 }, (_, at) => at + 1),
      127,
      255,
      256,
      257,
      511,
      513,
      1000,
    ]) {
      const root = await foldHashes(nodesOfRange({ from: 0, to: size }).map(leafOf))
      expect(await rootOf(entries.slice(0, size))).toBe(root)
      expect(root, `size ${size}`).toBe(definedRoot(entries.slice(0, size)).toString('hex'))
    }
  })

  test('is the same for any portions in which it grew', async () => {
    const whole = await grown([300])
    for (const portions of [[1, 299], [128, 172], [50, 50, 50, 50, 50, 50], Array(300).fill(1)])
      expect(await grown(portions)).toEqual(whole)
  })

  test('is refused where a hash that it needs is missing', async () => {
    await expect(growTree(3, [], ['entry 3'])).rejects.toThrow('lacks node')
  })

  test('proves every leaf at sizes 1 to 40, and no other leaf, place or size', async () => {
    for (let size = 1; size <= 40; size += 1) {
      const root = await hashOfRange({ from: 0, to: size })
      for (let index = 0; index < size; index += 1) {
        const proof = await Promise.all(inclusionRanges(index, size).map(hashOfRange))
        const leaf = await hashLeaf(entries[index] ?? '')
        expect(await rootFromProof(leaf, index, size, proof)).toBe(root)
        expect(await rootFromProof(await hashLeaf('another'), index, size, proof)).not.toBe(root)
        if (size > 1) {
          expect(await rootFromProof(leaf, (index + 1) % size, size, proof)).not.toBe(root)
          expect(await rootFromProof(leaf, index, size, proof.slice(1))).not.toBe(root)
        }
        expect(await rootFromProof(leaf, index, size, [...proof, root])).not.toBe(root)
      }
      expect(inclusionRanges(size, size)).toEqual([])
    }
  })

  test('proves that an older tree is its beginning: the ranges of the proof are those of the definition', async () => {
    // The example of RFC 6962, section 2.1.3: a tree of 7 leaves and its earlier states.
    expect(consistencyRanges(3, 7)).toEqual([
      { from: 2, to: 3 },
      { from: 3, to: 4 },
      { from: 0, to: 2 },
      { from: 4, to: 7 },
    ])
    expect(consistencyRanges(4, 7)).toEqual([{ from: 4, to: 7 }])
    expect(consistencyRanges(6, 7)).toEqual([
      { from: 4, to: 6 },
      { from: 6, to: 7 },
      { from: 0, to: 4 },
    ])
    expect([consistencyRanges(7, 7), consistencyRanges(0, 7)]).toEqual([[], []])
  })
})
