import { app } from './app.ts'
import { logError } from './core/log-error.ts'
import { requestId, requestIdOf, withRequestId } from './core/request-id.ts'
import { runCron } from './cron.ts'
import { refusePlainHttp } from './http/https-only.ts'
import { unexpected } from './http/on-error.ts'
import { withSecurityHeaders } from './http/security-headers.ts'
import { consume } from './jobs.ts'
import { answerPage } from './pages/answer-page.ts'
import type { Env } from './providers/env.ts'

export { AdminHub } from '../durable/admin-hub.ts'
export { RateLimiter } from '../durable/rate-limiter.ts'
export { UserHub } from '../durable/user-hub.ts'

/** Paths of the API, and of the files of the log and of leases. All others are pages, or files that are made like pages. */
const isOfApp = (pathname: string): boolean =>
  ['/ws', '/.well-known/jwks.json'].includes(pathname) || /^\/(api\/|log\/(?!$|entry\/))/.test(pathname)

async function answer(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url)
  const ofApp = isOfApp(url.pathname)
  const refusal = refusePlainHttp(url, env.PUBLIC_URL, ofApp)
  if (refusal) return refusal
  try {
    return await (ofApp ? app.fetch(request, env, ctx) : answerPage(request, env, ctx))
  } catch (error) {
    logError('answer', { path: url.pathname, error })
    return new Response(unexpected(requestId()), { status: 500 })
  }
}

export default {
  async fetch(request, env, ctx) {
    // In local runs the pages of the sandbox share our address.
    const { pathname } = new URL(request.url)
    if (env.SANDBOX && (pathname === '/sandbox' || pathname.startsWith('/sandbox/'))) {
      return env.SANDBOX.fetch(request)
    }
    const id = requestIdOf(request.headers)
    return withRequestId(id, async () => withSecurityHeaders(await answer(request, env, ctx), id))
  },
  queue: (batch, env) => consume(batch, env),
  scheduled: (controller, env, ctx) => runCron(controller.cron, env, (work) => ctx.waitUntil(work)),
} satisfies ExportedHandler<Env>
