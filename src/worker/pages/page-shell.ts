import { withTurnstile } from '#shared/core/security-headers.ts'
import type { RenderedPage } from '#shared/pages/page-rendering.ts'
import { type SharedText, sharedText } from '../http/kept-answers.ts'
import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import type { PublicPage } from './public-pages.ts'

const POLICY = 'content-security-policy'

export type PageShell = {
  /** Changes with every build whose file names differ. */
  id: string
  html: string
  /** The same, but the app is not loaded before the first interaction of the visitor. */
  calmHtml: string
  /** The styles and the inline script of `calmHtml`: all between a page's head and its body. */
  calmMiddle?: SharedText
  /** The headers of a page, for example its Content-Security-Policy. */
  headers: Headers
  /** The files with a page's own code, by the page's pattern: loaded together with the shell's files. */
  chunks: Record<string, string[]>
}

const known = new WeakMap<Fetcher, Promise<PageShell>>()
const read = new WeakMap<Fetcher, PageShell>()

/** The document around every page, where this isolate has already read it. */
export const knownShell = (env: Env): PageShell | undefined => read.get(env.ASSETS)

/** The document around every page, which the build wrote to the assets; read once per isolate. */
export function pageShell(env: Env, url: URL): Promise<PageShell> {
  const kept = known.get(env.ASSETS)
  if (kept) return kept
  const reading = readShell(env, url)
  known.set(env.ASSETS, reading)
  // A failed read and the development server's page are not cached.
  reading.then(
    (shell) => (shell.id === '' ? known.delete(env.ASSETS) : read.set(env.ASSETS, shell)),
    () => known.delete(env.ASSETS),
  )
  return reading
}

async function readShell(env: Env, url: URL): Promise<PageShell> {
  const built = await env.ASSETS.fetch(new URL('/page-shell.json', url))
  if (built.ok && built.headers.get('content-type')?.includes('json')) {
    const shell = await built.json<Omit<PageShell, 'headers' | 'calmMiddle'>>()
    const [, middle = ''] = /<!--\/head-->([\s\S]*)<!--app-->/.exec(shell.calmHtml) ?? []
    return { ...shell, calmMiddle: sharedText(middle), headers: pageHeaders(built.headers, env) }
  }
  // Only the development server has no built shell.
  const page = await env.ASSETS.fetch(new URL('/', url))
  if (!page.ok) throw new Error(`The page shell answered ${page.status}`)
  const html = await page.text()
  const headers = pageHeaders(page.headers, env)
  // Vite's own inline scripts have no fixed hashes.
  headers.set(POLICY, "frame-ancestors 'none'")
  return { id: '', html, calmHtml: html, headers, chunks: {} }
}

function pageHeaders(from: Headers, env: Env): Headers {
  const headers = new Headers(from)
  for (const name of ['etag', 'content-length', 'content-encoding', 'last-modified']) headers.delete(name)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-cache')
  const { turnstile, isLocal } = configOf(env)
  const policy = headers.get(POLICY)
  // Local runs load the sandbox's widget, from our own address.
  if (turnstile && !isLocal && policy) headers.set(POLICY, withTurnstile(policy))
  return headers
}

/** The document with this page in it. */
export function fillShell(shell: PageShell, rendered: RenderedPage, page: PublicPage): string {
  const { pattern, calm, standsIn } = page
  const rel = calm ? 'later' : 'modulepreload'
  const code = (shell.chunks[pattern] ?? []).map((file) => `<link rel="${rel}" crossorigin href="${file}">`)
  const mark = `<html data-app="${calm}" ${standsIn ? `data-stands-in="${standsIn.at}" ` : ''}`
  return (calm ? shell.calmHtml.replace('<html ', mark) : shell.html)
    .replace(/<!--head-->[\s\S]*?<!--\/head-->/, () => rendered.head + code.join(''))
    .replace('<!--app-->', () => rendered.body)
    .replace(
      '<!--state-->',
      () => `<script type="application/json" id="page-state">${rendered.state}</script>`,
    )
}
