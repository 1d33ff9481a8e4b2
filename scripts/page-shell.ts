import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { PAGE_PATHS, PAGES, type PageEntry } from '#shared/pages/page-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** The data that src/worker/pages/page-shell.ts reads: the document, the build's id, and the files of each page. */
export function pageShell(client: string) {
  const built = readFileSync(`${client}index.html`, 'utf8')
  const html = withBoot(built)
  const manifest = JSON.parse(readFileSync(`${client}.vite/manifest.json`, 'utf8')) as Manifest
  const chunks = Object.fromEntries(
    Object.entries(modulesOfPages()).map(([pattern, module]) => [
      pattern,
      [...guardsOf(pattern), module]
        .flatMap((name) => filesOf(manifest, name))
        .filter((file, index, files) => !html.includes(file) && files.indexOf(file) === index),
    ]),
  )
  const calmHtml = withBoot(withStyles(calm(built), client))
  const parts = [html, calmHtml, JSON.stringify(chunks)]
  const id = createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
  return { id, html, calmHtml, chunks }
}

const GUARDS = { self: 'leaving-guard', user: 'require-user', admin: 'require-admin' }

/** The module of the guard around a page, which is loaded together with the page. */
function guardsOf(pattern: string): string[] {
  const page: PageEntry | undefined = Object.entries(PAGES).find(([path]) => path === pattern)?.[1]
  const guard = page?.public ? undefined : page?.guard
  return guard === undefined ? [] : [`src/web/app/guards/${GUARDS[guard]}.tsx`]
}

/** The inline script that records a person's input until the app has loaded. On calm pages it also loads the app. */
export const bootScript =
  buildSync({
    entryPoints: [`${root}src/web/boot.ts`],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  }).outputFiles[0]?.text.trim() ?? ''

/** The same document, with references to the app's code that do not load it. */
function calm(html: string): string {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
  if (!script.test(html)) throw new Error('The document has no module script')
  return html
    .replaceAll('rel="modulepreload"', 'rel="later"')
    .replace(script, (_, src) => `<script type="later" data-src="${src}"></script>`)
}

const MONO_FACES = /@font-face\{font-family:Geist Mono Variable;[^}]*\}/g

/**
 * The same document with its style sheet inside: the first paint does not wait for another request. The faces of the second
 * font are apart: src/web/app/late-fonts.ts adds them after the page has loaded.
 */
const withStyles = (html: string, client: string): string =>
  html.replace(/<link rel="stylesheet" crossorigin href="([^"]+)">/, (_, file: string) => {
    const styles = readFileSync(client + file.slice(1), 'utf8')
    const faces = styles.match(MONO_FACES)
    if (!faces) throw new Error('The style sheet has no second font')
    return `<style>${styles.replace(MONO_FACES, '')}</style><style media="print" id="late-fonts">${faces.join('')}</style>`
  })

const withBoot = (html: string): string =>
  html.replace('</head>', () => `  <script>${bootScript}</script>\n  </head>`)

/**
 * The imports of src/web/app/page-code.ts. They are read from its text, because only a bundler can follow them.
 * @throws Error where no import is found for a page
 */
function modulesOfPages(): Record<string, string> {
  const source = readFileSync(`${root}src/web/app/page-code.ts`, 'utf8')
  const found = source.matchAll(/^\s+'(\/[^']*)': \(\) => import\('\.\.\/([^']+)'\)/gm)
  const modules = Object.fromEntries([...found].map(([, path, module]) => [path, `src/web/${module}`]))
  const unread = PAGE_PATHS.filter((path) => !modules[path])
  if (unread.length > 0) throw new Error(`No code was read for ${unread.join(', ')}`)
  return modules
}

/** The file of a module's chunk and those of its static imports, direct and indirect, importers first. */
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
