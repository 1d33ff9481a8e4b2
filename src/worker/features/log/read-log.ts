import { concatBytes, fromHex, toBase64 } from '#shared/core/bytes.ts'
import { toIso } from '#shared/core/time.ts'
import { bundleEntry } from '#shared/log/bundle-rules.ts'
import { parseNote } from '#shared/log/checkpoint-rules.ts'
import type { LogCheckpoint, LoggedEntry } from '#shared/log/contract.ts'
import { consistencyRanges, foldHashes, inclusionRanges, nodesOfRange } from '#shared/log/merkle-rules.ts'
import { hasTile, TILE_WIDTH, type Tile } from '#shared/log/tile-path-rules.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { toPage } from '../../http/paging.ts'
import {
  listNodes,
  selectEntries,
  selectEntry,
  selectLastCheckpoint,
  selectNewest,
  selectNodesBetween,
  selectOfFiles,
} from './store.ts'
import { nodeId } from './tree-rules.ts'

/** A place in the log, or a size of it. @throws Problem 404 where it is no number */
export function placeIn(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Problem(404, 'The log has no such entry.')
  return Number(text)
}

const toLogged = ({ id, leaf, text }: { id: number; leaf: string; text: string }): LoggedEntry => ({
  index: id,
  leaf,
  text,
})

type EntryPage = { limit: number; cursor?: number | undefined; hash?: string | undefined }

/** A page of entries, newest first; with `hash`, those of the files whose SHA-256 begins with it. One round trip. */
export async function listEntries(db: Db, { limit, cursor, hash }: EntryPage) {
  const page = { limit, cursor }
  const found = await (hash === undefined ? selectNewest(db, page) : selectOfFiles(db, hash, page))
  const { rows, nextCursor } = toPage(found, limit)
  return { entries: rows.map(toLogged), nextCursor }
}

/** The entry at this place. One round trip. @throws Problem 404 */
export async function readEntry(db: Db, index: number): Promise<LoggedEntry> {
  const [row] = await selectEntry(db, index)
  if (!row) throw new Problem(404, 'The log has no such entry.')
  return toLogged(row)
}

/** The newest signed checkpoint in parts; null while the log is empty. */
export async function findCheckpoint(db: Db): Promise<LogCheckpoint | null> {
  const [row] = await selectLastCheckpoint(db)
  const parsed = row && parseNote(row.note)
  if (!parsed) return null
  const { size, root } = parsed.checkpoint
  return { size, root: toBase64(fromHex(root)), signedAt: toIso(row.createdAt) }
}

/** The newest signed checkpoint. @throws Problem 404 while the log is empty */
export async function readLastCheckpoint(db: Db) {
  const [checkpoint] = await selectLastCheckpoint(db)
  if (!checkpoint) throw new Problem(404, 'The log has no entries yet.')
  return checkpoint
}

/** A tile of hashes, or a bundle of entries, each behind its length. One round trip. @throws Problem 404 */
export async function readTile(db: Db, tile: Tile): Promise<Uint8Array<ArrayBuffer>> {
  const first = tile.index * TILE_WIDTH
  const end = first + tile.width
  // A level of tiles is eight levels of nodes.
  const node = (index: number) => nodeId({ level: 8 * (tile.level ?? 0), index })
  const [[checkpoint], rows] =
    tile.level === null
      ? await db.batch([selectLastCheckpoint(db), selectEntries(db, first, end)])
      : await db.batch([selectLastCheckpoint(db), selectNodesBetween(db, node(first), node(end))])
  if (!checkpoint || !hasTile(tile, checkpoint.size)) throw new Problem(404, 'The log has no such tile.')
  return concatBytes(...rows.map((row) => ('hash' in row ? fromHex(row.hash) : bundleEntry(row.entry))))
}

/** The proof that the log has an entry at this place (c2sp.org/tlog-proof). Two round trips. @throws Problem 404 */
export async function proveInclusion(db: Db, index: number): Promise<string> {
  const { size, note } = await readLastCheckpoint(db)
  if (index >= size) throw new Problem(404, `The log has ${size} entries.`)
  const ranges = inclusionRanges(index, size).map(nodesOfRange)
  const hashes = await hashesOf(db, ranges)
  return `c2sp.org/tlog-proof@v1\nindex ${index}\n${hashes.map((hash) => `${hash}\n`).join('')}\n${note}`
}

/**
 * The proof that the log of `size` entries begins with the log of `old` entries: hashes in base64, one a line, in the
 * order of RFC 6962. Two round trips. @throws Problem 404
 */
export async function proveConsistency(db: Db, old: number, size: number): Promise<string> {
  const last = await readLastCheckpoint(db)
  if (old < 1 || old > size || size > last.size) throw new Problem(404, `The log has ${last.size} entries.`)
  const hashes = await hashesOf(db, consistencyRanges(old, size).map(nodesOfRange))
  return hashes.map((hash) => `${hash}\n`).join('')
}

/** The hash of each range, given by its nodes, in base64. */
async function hashesOf(db: Db, ranges: ReturnType<typeof nodesOfRange>[]): Promise<string[]> {
  const rows = await listNodes(db, ranges.flat().map(nodeId))
  const known = new Map(rows.map(({ id, hash }) => [id, hash]))
  return Promise.all(
    ranges.map(async (nodes) =>
      toBase64(fromHex(await foldHashes(nodes.map((node) => known.get(nodeId(node)) ?? '')))),
    ),
  )
}
