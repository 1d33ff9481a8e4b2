import { getPath } from 'hono/utils/url'
import { app } from './app.ts'
import { logError } from './core/log-error.ts'
import { requestId, requestIdOf, withRequestId } from './core/request-id.ts'
import { catalogueMemory } from './features/catalogue/catalogue-memory.ts'
import { isRefusedPlain, refusePlainHttp } from './http/https-only.ts'
import { sendKept } from './http/kept-answers.ts'
import { unexpected } from './http/on-error.ts'
import { withSecurityHeaders } from './http/security-headers.ts'
import { seenRevision } from './http/seen-revision.ts'
import { answerPage, keptPage } from './pages/answer-page.ts'
import type { Env } from './providers/env.ts'

export { AdminHub } from '../durable/admin-hub.ts'
export { RateLimiter } from '../durable/rate-limiter.ts'
export { UserHub } from '../durable/user-hub.ts'

/** Paths of the API, and of the files of the log and of leases. All others are pages, or files that are made like pages. */
const isOfApp = (pathname: string): boolean =>
  ['/ws', '/.well-known/jwks.json'].includes(pathname) || /^\/(api\/|log\/(?!$|entry\/))/.test(pathname)

/** Paths of `back-office.ts`. */
const isOfBackOffice = (path: string): boolean => /^\/api\/(secure-management|recovery)(?![^/])/.test(path)

/** The app with the routes of the request's path, as Hono reads it. The code of the back office loads at its first call. */
const appOf = async (request: Request) =>
  isOfBackOffice(getPath(request)) ? (await import('./back-office.ts')).backOffice : app

/**
 * What this isolate has in memory, for any reader: the JSON of the catalogue, and public pages. These answers passed all
 * rules of the app or of the pages once, and no rule depends on who asks. Null: the request takes the usual way.
 */
function answerFromMemory(request: Request, env: Env): Response | null {
  if (request.method !== 'GET' || isRefusedPlain(request.url, env.PUBLIC_URL)) return null
  const snapshot = catalogueMemory(env.DB).peek(Date.now(), seenRevision(request))
  if (!snapshot) return null
  // Path and query. To parse the address would take as long as the rest.
  const address = request.url.slice(request.url.indexOf('/', 'https://'.length))
  if (!isOfApp(address)) return keptPage(request, address, snapshot, env)
  const kept = snapshot.answers.get(address)
  return kept ? sendKept(request, kept) : null
}

async function answer(request: Request, url: URL, env: Env, ctx: ExecutionContext): Promise<Response> {
  try {
    if (!isOfApp(url.pathname)) return await answerPage(request, env, ctx)
    return await (await appOf(request)).fetch(request, env, ctx)
  } catch (error) {
    logError('answer', { path: url.pathname, error })
    return new Response(unexpected(requestId()), { status: 500 })
  }
}

export default {
  async fetch(request, env, ctx) {
    const id = requestIdOf(request.headers)
    const kept = answerFromMemory(request, env)
    if (kept) {
      kept.headers.set('X-Request-Id', id)
      return kept
    }
    const url = new URL(request.url)
    // In local runs the pages of the sandbox share our address.
    if (env.SANDBOX && (url.pathname === '/sandbox' || url.pathname.startsWith('/sandbox/'))) {
      return env.SANDBOX.fetch(request)
    }
    const refusal = refusePlainHttp(url, env.PUBLIC_URL, isOfApp(url.pathname))
    return withRequestId(id, async () =>
      withSecurityHeaders(refusal ?? (await answer(request, url, env, ctx)), id),
    )
  },
  // An isolate that only answers requests does not load the code of the queues and the clock.
  async queue(batch, env) {
    const { consume } = await import('./jobs.ts')
    await consume(batch, env)
  },
  async scheduled({ cron }, env, ctx) {
    const { runCron } = await import('./cron.ts')
    await runCron(cron, env, (work) => ctx.waitUntil(work))
  },
} satisfies ExportedHandler<Env>
