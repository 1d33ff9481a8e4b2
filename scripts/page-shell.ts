import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { PAGE_PATHS } from '#shared/pages/page-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** What src/worker/pages/page-shell.ts reads: the document, a name for this build, and each page's own files. */
export function pageShell(client: string) {
  const built = readFileSync(`${client}index.html`, 'utf8')
  const html = withBoot(built)
  const manifest = JSON.parse(readFileSync(`${client}.vite/manifest.json`, 'utf8')) as Manifest
  const chunks = Object.fromEntries(
    Object.entries(modulesOfPages()).map(([pattern, module]) => [
      pattern,
      filesOf(manifest, module).filter((file) => !html.includes(file)),
    ]),
  )
  const calmHtml = withBoot(calm(built))
  const parts = [html, calmHtml, JSON.stringify(chunks)]
  const id = createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
  return { id, html, calmHtml, chunks }
}

/** The inline script that keeps what a person does before the app is there, and on calm pages asks for it. */
export const bootScript =
  buildSync({
    entryPoints: [`${root}src/web/boot.ts`],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  }).outputFiles[0]?.text.trim() ?? ''

/** The same document with the app's code named but not asked for. */
function calm(html: string): string {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
  if (!script.test(html)) throw new Error('The document has no module script')
  return html
    .replaceAll('rel="modulepreload"', 'rel="later"')
    .replace(script, (_, src) => `<script type="later" data-src="${src}"></script>`)
}

const withBoot = (html: string): string =>
  html.replace('</head>', () => `  <script>${bootScript}</script>\n  </head>`)

/**
 * The imports of src/web/app/page-code.ts, which only a bundler can follow.
 * @throws Error where it reads none for a page
 */
function modulesOfPages(): Record<string, string> {
  const source = readFileSync(`${root}src/web/app/page-code.ts`, 'utf8')
  const found = source.matchAll(/^\s+'(\/[^']*)': \(\) => import\('\.\.\/([^']+)'\)/gm)
  const modules = Object.fromEntries([...found].map(([, path, module]) => [path, `src/web/${module}`]))
  const unread = PAGE_PATHS.filter((path) => !modules[path])
  if (unread.length > 0) throw new Error(`No code was read for ${unread.join(', ')}`)
  return modules
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
