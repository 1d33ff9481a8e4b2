// node scripts/import-graph.ts PATH…: the test files that reach these files through their imports, one a line.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { root } from './prepare.mjs'

const FOLDERS = '{src,sandbox,e2e,seed,scripts,bench}'
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g
/** A test that reads another file of the repository names it as a text. */
const NAMED_FILE = /['"`]((?:src|sandbox|e2e|docs|migrations|scripts|seed|public)\/[\w./*-]+)['"`]/g
const VIRTUAL: Record<string, string> = { 'virtual:page-renderer': 'src/web/render-page.tsx' }

/**
 * The wiring imports every feature: what reaches a test only through it would be every test. A feature's own tests, which
 * call it through the whole application, are taken by their folder.
 */
const WIRING =
  /^(src\/worker\/(app|index|jobs|cron)\.ts|src\/web\/(main|render-page)\.tsx?|src\/web\/app\/(routes|pages)\.tsx?)$/

/** Of no import: what the test runners load themselves, with everything that depends on it. */
const SET_UP: [RegExp, RegExp][] = [
  [
    /^(src\/worker\/testing\/migrate\.ts|migrations\/.*\.sql|wrangler\.toml)$/,
    /^src\/(worker|durable)\/.*\.test\.ts$/,
  ],
  [/^(package-lock\.json|vitest\.config\.ts|tsconfig.*\.json)$/, /\.test\.ts$/],
  [/^(playwright\.config\.ts|e2e\/(test|own-shop|global-setup)\.ts)$/, /\.spec\.ts$/],
  // The Worker tests call the sandbox as a Worker of its own.
  [
    /^sandbox\/(?!.*\.test\.ts)/,
    /^src\/worker\/(providers|features\/(payments|refunds|subscriptions))\/.*\.test\.ts$/,
  ],
]

export const isTest = (path: string): boolean => /\.(test|spec)\.ts$/.test(path)

/** Both ways round: for each file, the files that import it. */
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
  // A set that grows while it is read: the loop ends when no importer is new.
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
    for (const path of globSync('{src,sandbox,e2e}/**/*.{test,spec}.ts', { cwd: root }))
      if (covers.test(path)) tests.add(path)
  }
  return [...tests].sort()
}

if (import.meta.main) {
  const changed = process.argv.slice(2).map((path) => relative(root, resolve(path)))
  console.log(testsReaching(changed).join('\n'))
}
