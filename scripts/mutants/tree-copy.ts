import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'

/** Build output and local state: every copy makes its own. */
const LEFT_OUT = ['node_modules', '.git', 'dist', '.state', '.wrangler', '.cache', '.ci', 'test-results']

/**
 * Copies the sources into a temporary folder. Packages are symbolic links; caches inside node_modules are not shared, so
 * that nothing is written to the original.
 */
export function copyTree(root: string): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'windfall-mutants-')))
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.includes(relative(root, path).split(sep)[0] ?? ''),
  })
  const packages = realpathSync(join(root, 'node_modules'))
  const links = join(copy, 'node_modules')
  mkdirSync(links)
  mkdirSync(join(copy, '.cache'))
  for (const name of readdirSync(packages)) {
    const isPackage = name === '.bin' || !name.startsWith('.')
    if (isPackage) symlinkSync(join(packages, name), join(links, name))
  }
  // Without the marker a start would install the packages again.
  const marker = join(packages, '.installed')
  if (existsSync(marker)) copyFileSync(marker, join(links, '.installed'))
  return copy
}

export const removeTree = (copy: string): void =>
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })

/** Why this fault cannot be applied to the tree; null if it can. */
export function outOfDate(root: string, { file, find }: { file: string; find: string }): string | null {
  if (find.includes('\n')) return 'find must lie on one line'
  const path = join(root, file)
  if (!existsSync(path)) return `${file} does not exist`
  const count = readFileSync(path, 'utf8').split(find).length - 1
  return count === 1 ? null : `find occurs ${count} times in ${file}, expected once: ${find}`
}

/** Writes the fault into the copy; the returned function restores the file. */
export function applyFault(
  copy: string,
  { file, find, replace }: { file: string; find: string; replace: string },
): () => void {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  // A function, because `$` has a meaning in a replacement text.
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  return () => writeFileSync(path, source)
}
