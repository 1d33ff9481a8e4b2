import type { FileEntry } from '#shared/catalogue/contract.ts'

/** One row of a file tree, listed from top to bottom. */
export type FileRow = {
  path: string
  name: string
  /** The number of folders around it. */
  depth: number
  /** In bytes. For a folder, the sum of its files. */
  size: number
  isFolder: boolean
}

type Folder = { size: number; folders: Map<string, Folder>; files: Map<string, number> }

const emptyFolder = (): Folder => ({ size: 0, folders: new Map(), files: new Map() })

/** The files of an archive as a tree: folders before files, each by name. */
export function fileRows(entries: readonly FileEntry[]): FileRow[] {
  const root = emptyFolder()
  for (const { path, size } of entries) {
    const steps = path.split('/').filter(Boolean)
    const name = steps.pop()
    if (name === undefined) continue
    let folder = root
    for (const step of steps) {
      const inner = folder.folders.get(step) ?? emptyFolder()
      folder.folders.set(step, inner)
      inner.size += size
      folder = inner
    }
    folder.files.set(name, size)
  }
  return rowsOf(root, '', 0)
}

function rowsOf(folder: Folder, above: string, depth: number): FileRow[] {
  const rows: FileRow[] = []
  for (const [name, inner] of byName(folder.folders)) {
    rows.push({ path: `${above}${name}/`, name: `${name}/`, depth, size: inner.size, isFolder: true })
    rows.push(...rowsOf(inner, `${above}${name}/`, depth + 1))
  }
  for (const [name, size] of byName(folder.files)) {
    rows.push({ path: above + name, name, depth, size, isFolder: false })
  }
  return rows
}

const byName = <Value>(map: Map<string, Value>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
