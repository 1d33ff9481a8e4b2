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
import { isBrowserTest, type Mutant, testsOf } from './mutant.ts'

/** Build output and local state, which every copy creates for itself. */
const LEFT_OUT = ['node_modules', '.git', 'dist', '.state', '.wrangler', '.cache', '.ci', 'test-results']

/**
 * Copies the sources into a temporary folder. Packages are symbolic links. Caches inside node_modules are not shared,
 * so that no test writes to the original.
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
  // Without the marker, a start would reinstall the packages.
  const marker = join(packages, '.installed')
  if (existsSync(marker)) copyFileSync(marker, join(links, '.installed'))
  return copy
}

export const removeTree = (copy: string): void =>
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })

/** Why this fault cannot be applied to the tree; null: it can be applied. */
export function outOfDate(root: string, mutant: Mutant): string | null {
  const { file, find, grep } = mutant
  const tests = testsOf(mutant)
  const missing = [file, ...tests].find((path) => !existsSync(join(root, path)))
  if (missing) return `${missing} does not exist`
  if (!grep && tests.some(isBrowserTest)) return 'a browser test needs grep'
  const hasTitle = (path: string) => readFileSync(join(root, path), 'utf8').includes(grep ?? '')
  if (!tests.some(hasTitle)) return `${tests.join(' ')} has no test "${grep}"`
  if (find.includes('\n')) return 'find must be on one line'
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return count === 1 ? null : `find occurs ${count} times in ${file}, expected once: ${find}`
}

/** Writes the fault into the copy; the returned function restores the file. */
export function applyFault(
  copy: string,
  { file, find, replace }: { file: string; find: string; replace: string },
): () => void {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  // A function, because `$` has a special meaning in a replacement string.
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  return () => writeFileSync(path, source)
}
