import {
  foldHashes,
  hashChildren,
  hashLeaf,
  type Node,
  nodesCompletedBy,
  nodesOfRange,
} from '#shared/log/merkle-rules.ts'

/** More than a log can have entries; `nodeId` stays below 2^53. */
export const MOST_IN_LEVEL = 2 ** 40

/** The row of a node: consecutive nodes of a level have consecutive ids. */
export const nodeId = ({ level, index }: Node): number => level * MOST_IN_LEVEL + index

/** The nodes that a tree of this size needs for its root and for more entries. */
export const edgeIds = (size: number): number[] => nodesOfRange({ from: 0, to: size }).map(nodeId)

export type StoredNode = { id: number; hash: string }
export type Leaf = { index: number; leaf: string }

export type GrownTree = {
  root: string
  leaves: Leaf[]
  /** The nodes that these entries complete, their leaves included. */
  nodes: StoredNode[]
}

/** The root of a tree of `size` entries. `edge`: the hashes of `edgeIds(size)`. @throws Error where one is missing */
export const rootOf = (size: number, edge: readonly StoredNode[]): Promise<string> => {
  const known = new Map(edge.map(({ id, hash }) => [id, hash]))
  return foldHashes(
    edgeIds(size).map((id) => {
      const hash = known.get(id)
      if (hash === undefined) throw new Error(`The log's tree lacks node ${id}`)
      return hash
    }),
  )
}

/**
 * A tree of `size` entries with these entries appended. `edge`: the hashes of `edgeIds(size)`.
 * @throws Error where the edge is incomplete, or the tree stays empty
 */
export async function growTree(
  size: number,
  edge: readonly StoredNode[],
  entries: readonly string[],
): Promise<GrownTree> {
  const known = new Map(edge.map(({ id, hash }) => [id, hash]))
  const hashAt = (node: Node): string => {
    const hash = known.get(nodeId(node))
    if (hash === undefined) throw new Error(`The log's tree lacks node ${node.level}/${node.index}`)
    return hash
  }
  const leaves: Leaf[] = []
  const nodes: StoredNode[] = []
  for (const [offset, entry] of entries.entries()) {
    const index = size + offset
    const leaf = await hashLeaf(entry)
    leaves.push({ index, leaf })
    for (const node of nodesCompletedBy(index)) {
      const [level, left] = [node.level - 1, node.index * 2]
      const hash =
        node.level === 0
          ? leaf
          : await hashChildren(hashAt({ level, index: left }), hashAt({ level, index: left + 1 }))
      known.set(nodeId(node), hash)
      nodes.push({ id: nodeId(node), hash })
    }
  }
  const root = await foldHashes(nodesOfRange({ from: 0, to: size + entries.length }).map(hashAt))
  return { root, leaves, nodes }
}
