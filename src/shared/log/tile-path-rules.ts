/** The paths of a tiled log (c2sp.org/tlog-tiles). */

/** The number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256

/** `level` null: a bundle of entries. `width`: 256 for a full tile, less for a partial one. */
export type Tile = { level: number | null; index: number; width: number }

/** The tile that this path below `tile/` names, or null where it names none. */
export function readTilePath(path: string): Tile | null {
  const match =
    /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? undefined
  if (match === undefined) return null
  const [, levelText = '', upper = '', last = '', widthText] = match
  const groups = upper.split('/').filter(Boolean)
  // A longer number must not begin with a group of zeros, and an index beyond 12 digits is no index.
  if (groups[0] === 'x000' || groups.length > 3) return null
  const index = Number(groups.map((group) => group.slice(1)).join('') + last)
  const level = levelText === 'entries' ? null : Number(levelText)
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText)
  if ((level ?? 0) > 63 || (widthText !== undefined && width >= TILE_WIDTH)) return null
  return { level, index, width }
}

/** The path of a tile or a bundle of entries, below the log's prefix. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = [String(index % 1000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  }
  return `tile/${level ?? 'entries'}/${groups.join('/')}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

/** Whether a tree of `size` leaves has this tile: a full tile, or exactly as wide a partial one, of this or an earlier size. */
export function hasTile({ level, index, width }: Tile, size: number): boolean {
  const hashes = Math.floor(size / TILE_WIDTH ** (level ?? 0))
  return index * TILE_WIDTH + width <= hashes
}
