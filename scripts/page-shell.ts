import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** What src/worker/http/page-shell.ts reads: the document, a name for this build, and each page's own files. */
export function pageShell(client: string) {
  const html = readFileSync(`${client}index.html`, 'utf8')
  const manifest = JSON.parse(readFileSync(`${client}.vite/manifest.json`, 'utf8')) as Manifest
  const chunks = Object.fromEntries(
    Object.entries(modulesOfPages()).map(([pattern, module]) => [
      pattern,
      filesOf(manifest, module).filter((file) => !html.includes(file)),
    ]),
  )
  const id = createHash('sha256').update(html).update(JSON.stringify(chunks)).digest('hex').slice(0, 16)
  return { id, html, chunks }
}

/** The table in src/web/app/pages.ts, which only a bundler can import. */
function modulesOfPages(): Record<string, string> {
  const source = readFileSync(`${root}src/web/app/pages.ts`, 'utf8')
  const found = source.matchAll(/^\s+'(\/[^']*)': \(\) => import\('\.\.\/([^']+)'\)/gm)
  return Object.fromEntries([...found].map(([, pattern, module]) => [pattern, `src/web/${module}`]))
}

/** A module's chunk and all it imports at once, in the order in which they are needed. */
function filesOf(manifest: Manifest, module: string): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(module)
  return [...files]
}
