import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Zippable, zipSync } from 'fflate'

export const filesRoot = join(dirname(fileURLToPath(import.meta.url)), 'files')
const sharedRoot = join(filesRoot, '_shared')

export interface PackedRelease {
  bytes: Uint8Array
  /** Lower-case hex of the zip's bytes. */
  sha256: string
  fileName: string
  fileType: 'application/zip'
  /** The zip's single top folder. */
  topFolder: string
  /** Paths inside the zip's single top folder, sorted; size in bytes. */
  contents: { path: string; size: number }[]
  /** Hash of windfall.json, lower-case hex. */
  manifestSha256: string
  /** The same files with their bytes. */
  files: { path: string; size: number; bytes: Uint8Array }[]
}

/**
 * Packs `seed/files/<slug>/<version>` (absolute, or relative to `seed/files`) with the shared files its scripts import.
 * The same files give the same bytes on every machine: sorted paths, LF line ends, one fixed time, and a compressor
 * pinned by the lock file.
 */
export function packRelease(directory: string): PackedRelease {
  const root = resolve(filesRoot, directory)
  const [version = '', slug = ''] = root.split(/[\\/]/).reverse()
  const folder = `windfall-${slug}-${version}`
  const files = releaseFiles(root)
  const paths = [...files.keys()].sort()
  const entries: Zippable = {}
  for (const path of paths) entries[`${folder}/${path}`] = [files.get(path) ?? new Uint8Array(), { level: 9 }]
  // A zip stores local wall-clock time. The date is built from local parts, so the time zone does not change the bytes.
  const bytes = zipSync(entries, {
    mtime: new Date(2020, 0, 1, 12, 0, 0),
    os: 3,
    attrs: (0o100644 << 16) >>> 0,
  })
  const manifest = files.get('windfall.json')
  if (!manifest) throw new Error(`${root} has no windfall.json`)
  return {
    bytes,
    sha256: sha256Of(bytes),
    manifestSha256: sha256Of(manifest),
    files: paths.map((path) => {
      const content = files.get(path) ?? new Uint8Array()
      return { path, size: content.length, bytes: content }
    }),
    fileName: `${folder}.zip`,
    fileType: 'application/zip',
    topFolder: folder,
    contents: paths.map((path) => ({ path, size: files.get(path)?.length ?? 0 })),
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function releaseFiles(root: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(root.length + 1).replaceAll('\\', '/')
    if (path.startsWith('out/') || path.includes('__pycache__/')) continue
    files.set(path, readText(full))
  }
  if (files.size === 0) throw new Error(`nothing to pack in ${root}`)
  const wanted = new Set(['SAFETY.md', ...[...files].flatMap(([path, bytes]) => sharedImports(path, bytes))])
  // A Set is extended while it is iterated: a shared file may import another one.
  for (const name of wanted) {
    if (files.has(name)) throw new Error(`${root}/${name} hides the shared file of that name`)
    const bytes = readText(join(sharedRoot, name))
    files.set(name, bytes)
    for (const more of sharedImports(name, bytes)) wanted.add(more)
  }
  return files
}

/** Names of the files in `_shared` that a Python or Node script imports. */
function sharedImports(path: string, bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes)
  const names = path.endsWith('.py')
    ? [...text.matchAll(/^(?:from|import) (\w+)/gm)].map(([, name]) => `${name}.py`)
    : path.endsWith('.mjs')
      ? [...text.matchAll(/ from '\.\/([\w-]+\.mjs)'/g)].map(([, name]) => name ?? '')
      : []
  return [...new Set(names)].filter((name) => existsSync(join(sharedRoot, name)))
}

/** Reads a seed file as text with LF line ends: a checkout with CRLF must not change the zip. */
function readText(path: string): Uint8Array {
  return new TextEncoder().encode(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'))
}
