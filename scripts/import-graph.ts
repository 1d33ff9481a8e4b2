// node scripts/import-graph.ts PATH…: prints the test files that reach these files through imports, one per line.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { root } from './prepare.mjs'

const FOLDERS = '{src,sandbox,simulate,e2e,seed,scripts,bench}'
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g
/** A test that reads another file of the repository has its path as a string. */
const NAMED_FILE = /['"`]((?:src|sandbox|e2e|docs|migrations|scripts|seed|public)\/[\w./*-]+)['"`]/g
const VIRTUAL: Record<string, string> = { 'virtual:page-renderer': 'src/web/render-page.tsx' }

/**
 * These files import every feature, so following their importers would select every test. Tests that call a feature
 * through the whole application are selected by their folder instead.
 */
const WIRING =
  /^(src\/worker\/(app|back-office|index|jobs|cron|testing\/routes\/all-routes)\.ts|src\/web\/(main|render-page)\.tsx?|src\/web\/app\/routes\.tsx)$/

/** Files that no test imports, because the test runners load them, each with the tests that depend on it. */
const SET_UP: [RegExp, RegExp][] = [
  [
    /^(src\/worker\/testing\/migrate\.ts|migrations\/.*\.sql|wrangler\.toml)$/,
    /^src\/(worker|durable)\/.*\.test\.ts$/,
  ],
  [/^(package-lock\.json|vitest\.config\.ts|tsconfig.*\.json)$/, /\.test\.ts$/],
  [/^(playwright\.config\.ts|e2e\/testing\/(test|own-shop|global-setup)\.ts)$/, /\.spec\.ts$/],
  // The Worker tests call the sandbox as a separate Worker, without an import.
  [
    /^sandbox\/(?!.*\.test\.ts)/,
    /^src\/worker\/(providers|features\/(payments|refunds|subscriptions))\/.*\.test\.ts$/,
  ],
]

export const isTest = (path: string): boolean => /\.(test|spec)\.ts$/.test(path)

/** For each file, the files that import it, and the tests that name its path. */
function importers(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const path of globSync(`${FOLDERS}/**/*.{ts,tsx,mjs}`, { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8')
    const imported = [...text.matchAll(SPECIFIER)].flatMap(([, name = '']) =>
      VIRTUAL[name]
        ? [VIRTUAL[name]]
        : name.startsWith('#shared/')
          ? [join('src', name.slice(1))]
          : name.startsWith('.')
            ? [normalize(join(dirname(path), name.split('?')[0] ?? ''))]
            : [],
    )
    const named = isTest(path) ? [...text.matchAll(NAMED_FILE)].map(([, file = '']) => file) : []
    for (const one of [...imported, ...named]) graph.set(one, (graph.get(one) ?? new Set()).add(path))
  }
  return graph
}

/** The tests to run after a change of these files; paths from the root of the repository. */
export function testsReaching(changed: readonly string[]): string[] {
  const graph = importers()
  const reached = new Set(changed)
  // The set grows during the loop. The loop ends when there is no new importer.
  for (const path of reached) {
    if (WIRING.test(path) && !changed.includes(path)) continue
    for (const importer of graph.get(path) ?? []) reached.add(importer)
  }
  const folders = new Set(changed.filter((path) => path.startsWith('src/')).map((path) => dirname(path)))
  for (const path of globSync('src/**/*.test.ts', { cwd: root }))
    if (folders.has(dirname(path))) reached.add(path)
  const tests = new Set([...reached].filter((path) => isTest(path) && existsSync(join(root, path))))
  for (const [setUp, covers] of SET_UP) {
    if (!changed.some((path) => setUp.test(path))) continue
    for (const path of globSync('{src,sandbox,simulate,e2e}/**/*.{test,spec}.ts', { cwd: root }))
      if (covers.test(path)) tests.add(path)
  }
  return [...tests].sort()
}

if (import.meta.main) {
  const changed = process.argv.slice(2).map((path) => relative(root, resolve(path)))
  console.log(testsReaching(changed).join('\n'))
}
