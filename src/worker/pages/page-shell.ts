import type { RenderedPage } from '#shared/pages/page-rendering.ts'
import type { Env } from '../providers/env.ts'
import type { PublicPage } from './public-pages.ts'

export type PageShell = {
  /** Changes with every build whose file names differ. */
  id: string
  html: string
  /** The same, but the app is not loaded before the first interaction of the visitor. */
  calmHtml: string
  /** The headers of a page, for example its Content-Security-Policy. */
  headers: Headers
  /** The files with a page's own code, by the page's pattern: loaded together with the shell's files. */
  chunks: Record<string, string[]>
}

const known = new WeakMap<Fetcher, Promise<PageShell>>()

/** The document around every page, which the build wrote to the assets; read once per isolate. */
export function pageShell(env: Env, url: URL): Promise<PageShell> {
  const kept = known.get(env.ASSETS)
  if (kept) return kept
  const read = readShell(env, url)
  known.set(env.ASSETS, read)
  // A failed read and the development server's page are not cached.
  read.then(
    ({ id }) => id === '' && known.delete(env.ASSETS),
    () => known.delete(env.ASSETS),
  )
  return read
}

async function readShell(env: Env, url: URL): Promise<PageShell> {
  const built = await env.ASSETS.fetch(new URL('/page-shell.json', url))
  if (built.ok && built.headers.get('content-type')?.includes('json')) {
    const shell = await built.json<Omit<PageShell, 'headers'>>()
    return { ...shell, headers: pageHeaders(built.headers) }
  }
  // Only the development server has no built shell.
  const page = await env.ASSETS.fetch(new URL('/', url))
  if (!page.ok) throw new Error(`The page shell answered ${page.status}`)
  const html = await page.text()
  const headers = pageHeaders(page.headers)
  // Vite's own inline scripts have no fixed hashes.
  headers.set('content-security-policy', "frame-ancestors 'none'")
  return { id: '', html, calmHtml: html, headers, chunks: {} }
}

function pageHeaders(from: Headers): Headers {
  const headers = new Headers(from)
  for (const name of ['etag', 'content-length', 'content-encoding', 'last-modified']) headers.delete(name)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-cache')
  return headers
}

/** The document with this page in it. */
export function fillShell(shell: PageShell, rendered: RenderedPage, { pattern, calm }: PublicPage): string {
  const rel = calm ? 'later' : 'modulepreload'
  const code = (shell.chunks[pattern] ?? []).map((file) => `<link rel="${rel}" crossorigin href="${file}">`)
  return (calm ? shell.calmHtml : shell.html)
    .replace(/<!--head-->[\s\S]*?<!--\/head-->/, () => rendered.head + code.join(''))
    .replace('<!--app-->', () => rendered.body)
    .replace(
      '<!--state-->',
      () => `<script type="application/json" id="page-state">${rendered.state}</script>`,
    )
}
