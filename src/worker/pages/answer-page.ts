import { slugOfPreview } from '#shared/catalogue/preview-path.ts'
import { withTurnstile } from '#shared/core/security-headers.ts'
import { pageAt } from '#shared/pages/page-at.ts'
import { PAGE_READS } from '#shared/pages/page-reads.ts'
import { logError } from '../core/log-error.ts'
import { isRead, wantsPage } from '../http/pages.ts'
import { missingHint } from '../http/session-hint.ts'
import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import { pageCache } from './page-cache.ts'
import { readPageData } from './page-data.ts'
import { fillShell, type PageShell, pageShell } from './page-shell.ts'
import { productPreview } from './preview/product-preview.ts'
import { EVERYWHERE, type PublicPage, publicPageAt } from './public-pages.ts'
import { robots, sitemap } from './search-engines.ts'
import { securityTxt } from './security-txt.ts'
import { verifyScript } from './verify-script.ts'

const POLICY = 'content-security-policy'

const NOTHING_THERE: PublicPage = {
  pattern: '*',
  reads: EVERYWHERE.map((name) => PAGE_READS[name]),
  unlisted: true,
}

/** Characters. A page with a longer query is not rendered here: the browser gets the empty shell. */
const LONGEST_QUERY = 300

const MADE_FILES: Record<
  string,
  ((env: Env, ctx: ExecutionContext) => Response | Promise<Response>) | undefined
> = {
  '/robots.txt': robots,
  '/sitemap.xml': sitemap,
  '/.well-known/security.txt': securityTxt,
  '/verify.py': verifyScript,
}

/** Answers a request that matches no file. A browser that has a session without the hint cookie gets the hint. */
export async function answerPage(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const response = await pageOrFile(request, env, ctx)
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const { publicUrl, turnstile, isLocal } = configOf(env)
  const hint = missingHint(request, publicUrl.startsWith('https://'))
  if (hint) response.headers.append('set-cookie', hint)
  const policy = response.headers.get(POLICY)
  // Local runs load the sandbox's widget, from our own address.
  if (turnstile && !isLocal && policy) response.headers.set(POLICY, withTurnstile(policy))
  return response
}

/**
 * Public pages and "404 Page Not Found" are served with their content, all
 * others as a frame with a skeleton, which the browser fills. A request for no page (a missing script, say) gets a
 * plain 404.
 */
async function pageOrFile(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const file = MADE_FILES[path]
  if (file && isRead(request)) return file(env, ctx)
  const previewed = slugOfPreview(path)
  if (previewed !== null && isRead(request))
    return productPreview(previewed, url.searchParams.get('v'), env, ctx)
  if (!wantsPage(request, path)) return new Response('Not found', { status: 404 })
  const shell = await pageShell(env, url)
  const known = pageAt(path) !== null
  const page = known ? publicPageAt(path, url.search) : NOTHING_THERE
  const search = page?.readsQuery ? url.search : ''
  if (search.length > LONGEST_QUERY) return emptyShell(shell, known ? 200 : 404)
  try {
    if (!page) return await previewPage(env, ctx, shell, path)
    return await renderedPage({ request, env, ctx, shell, page, path, search })
  } catch (error) {
    // After any error the empty shell still works: the browser loads the data and renders the page.
    logError('pages', { path, error })
    return emptyShell(shell, known ? 200 : 404)
  }
}

type Wanted = {
  request: Request
  env: Env
  ctx: ExecutionContext
  shell: PageShell
  page: PublicPage
  path: string
  search: string
}

async function renderedPage({ request, env, ctx, shell, page, path, search }: Wanted): Promise<Response> {
  const { publicUrl: origin } = configOf(env)
  const cache = shell.id && page !== NOTHING_THERE ? pageCache(shell.id, origin, path, search) : null
  const again = /no-cache|max-age=0/.test(request.headers.get('cache-control') ?? '')
  const kept = await cache?.find(again)
  if (kept) return forVisitor(kept)

  const { data, missing, complete } = await readPageData(page.reads, env, ctx)
  const { renderPage } = await import('virtual:page-renderer')
  const status = missing || page === NOTHING_THERE ? 404 : 200
  const listed = status === 200 && !page.unlisted
  const rendered = await renderPage({ path, search, origin, data, missing, listed })
  const headers = new Headers(shell.headers)
  if (!listed) headers.set('x-robots-tag', 'noindex')
  const response = new Response(fillShell(shell, rendered, page), { status, headers })
  if (cache && complete && status === 200) ctx.waitUntil(cache.keep(response.clone()))
  return response
}

/** By pattern. A private page is the same for everybody, until the browser has read the account. */
const previews = new Map<string, string>()

/**
 * A private page: the frame, a skeleton, the ways to pay, and the names of its files, so that they load together. Nothing
 * that changes while the isolate runs.
 */
async function previewPage(
  env: Env,
  ctx: ExecutionContext,
  shell: PageShell,
  path: string,
): Promise<Response> {
  const pattern = pageAt(path)?.pattern ?? '*'
  const key = `${shell.id} ${pattern}`
  let html = shell.id === '' ? undefined : previews.get(key)
  if (html === undefined) {
    const { publicUrl: origin } = configOf(env)
    const { data, complete } = await readPageData([PAGE_READS.payMethods], env, ctx)
    const { renderPage } = await import('virtual:page-renderer')
    const rendered = await renderPage({
      path,
      search: '',
      origin,
      data,
      missing: false,
      listed: false,
      preview: true,
    })
    html = fillShell(shell, rendered, { pattern, reads: [] })
    if (complete) previews.set(key, html)
  }
  return emptyShell({ ...shell, html }, 200)
}

function forVisitor(kept: Response): Response {
  const response = new Response(kept.body, kept)
  response.headers.set('cache-control', 'no-cache')
  response.headers.delete('age')
  response.headers.delete('cf-cache-status')
  return response
}

function emptyShell({ html, headers }: PageShell, status: number): Response {
  const all = new Headers(headers)
  all.set('x-robots-tag', 'noindex')
  return new Response(html, { status, headers: all })
}
