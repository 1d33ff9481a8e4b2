import { slugOfPreview } from '#shared/catalogue/preview-path.ts'
import { pageAt } from '#shared/pages/page-at.ts'
import { PAGE_READS } from '#shared/pages/page-reads.ts'
import { logError } from '../core/log-error.ts'
import { catalogueMemory, type Snapshot } from '../features/catalogue/catalogue-memory.ts'
import { sendKept, toKept } from '../http/kept-answers.ts'
import { isRead, wantsPage } from '../http/pages.ts'
import { seenRevision } from '../http/seen-revision.ts'
import { missingHint } from '../http/session-hint.ts'
import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import { readPageData } from './page-data.ts'
import { fillShell, knownShell, type PageShell, pageShell } from './page-shell.ts'
import { productPreview } from './preview/product-preview.ts'
import { EVERYWHERE, type PublicPage, publicPageAt, type ToRender } from './public-pages.ts'
import { robots, sitemap } from './search-engines.ts'
import { securityTxt } from './security-txt.ts'
import { signedOutCheckout } from './signed-out-checkout.ts'
import { verifyScript } from './verify-script.ts'

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
  return response.headers.get('content-type')?.startsWith('text/html')
    ? withHint(request, response, env)
    : response
}

function withHint(request: Request, response: Response, env: Env): Response {
  if (!request.headers.has('cookie')) return response
  const hint = missingHint(request, configOf(env).publicUrl.startsWith('https://'))
  if (hint) response.headers.append('set-cookie', hint)
  return response
}

/** The page from memory, where this isolate has it and nothing has to be asked; else null. `address`: path and query. */
export function keptPage(request: Request, address: string, snapshot: Snapshot, env: Env): Response | null {
  const shell = knownShell(env)
  const kept = shell && snapshot.pagesOf(shell).get(address)
  return kept && wantsPage(request, address.replace(/\?.*/s, ''))
    ? withHint(request, sendKept(request, kept), env)
    : null
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
    const wanted =
      signedOutCheckout(request, path, url.searchParams) ??
      (page && { page, path, search, key: path + search })
    const rendered = wanted && (await renderedPage({ request, env, ctx, shell, ...wanted }))
    return rendered ?? (await previewPage(env, ctx, shell, path))
  } catch (error) {
    // After any error the empty shell still works: the browser loads the data and renders the page.
    logError('pages', { path, error })
    return emptyShell(shell, known ? 200 : 404)
  }
}

type Wanted = ToRender & { request: Request; env: Env; ctx: ExecutionContext; shell: PageShell }

/** Null where the page would stand in for another one without its data. */
async function renderedPage(wanted: Wanted): Promise<Response | null> {
  const { request, env, ctx, shell, page, path, search, key } = wanted
  const { publicUrl: origin } = configOf(env)
  const snapshot = shell.id && page !== NOTHING_THERE ? await snapshotOf(request, env, ctx) : null
  const pages = snapshot?.pagesOf(shell)
  const ageSeconds = catalogueMemory(env.DB).staleSeconds(Date.now()) ?? 0
  const kept = pages?.get(key)
  if (kept) return sendKept(request, kept, ageSeconds)

  const { standsIn } = page
  const { data: read, missing, complete } = await readPageData(page.reads, env, ctx)
  if (standsIn && (missing || !complete)) return null
  const data = standsIn ? [...read, standsIn.known] : read
  const { renderPage } = await import('virtual:page-renderer')
  const status = missing || page === NOTHING_THERE ? 404 : 200
  const listed = status === 200 && !page.unlisted
  const rendered = await renderPage({ path, search, origin, data, missing, listed })
  const headers = new Headers(shell.headers)
  if (!listed) headers.set('x-robots-tag', 'noindex')
  if (standsIn) headers.append('vary', 'Cookie')
  // The app loads missing data, so it does not wait for an interaction.
  const html = fillShell(shell, rendered, complete ? page : { ...page, calm: undefined })
  if (!pages || !complete || status !== 200) return new Response(html, { status, headers })
  const made = await toKept(html, headers, shell.calmMiddle)
  pages.keep(key, made)
  return sendKept(request, made, ageSeconds)
}

/** Null where the catalogue cannot be read: the page is then rendered without it, and not kept. */
async function snapshotOf(request: Request, env: Env, ctx: ExecutionContext): Promise<Snapshot | null> {
  const reader = {
    now: Date.now(),
    later: (work: Promise<unknown>) => ctx.waitUntil(work),
    atLeast: seenRevision(request),
  }
  return catalogueMemory(env.DB)
    .read(reader)
    .catch(() => null)
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
    // A page of one subject names its address in its head, which is nobody else's to see.
    if (complete && !pattern.includes(':')) previews.set(key, html)
  }
  return emptyShell({ ...shell, html }, 200)
}

function emptyShell({ html, headers }: PageShell, status: number): Response {
  const all = new Headers(headers)
  all.set('x-robots-tag', 'noindex')
  return new Response(html, { status, headers: all })
}
