import { app } from './app.ts'
import { runCron } from './cron.ts'
import { consume } from './jobs.ts'
import { answerPage } from './pages/answer-page.ts'
import type { Env } from './providers/env.ts'

export { AdminHub } from '../durable/admin-hub.ts'
export { RateLimiter } from '../durable/rate-limiter.ts'
export { UserHub } from '../durable/user-hub.ts'

/** Paths of the API, and of the files of the log and of leases. All others are pages, or files that are made like pages. */
const isOfApp = (pathname: string): boolean =>
  ['/ws', '/.well-known/jwks.json'].includes(pathname) || /^\/(api\/|log\/(?!$|entry\/))/.test(pathname)

export default {
  fetch(request, env, ctx) {
    // In local runs the pages of the sandbox share our address.
    const { pathname } = new URL(request.url)
    if (env.SANDBOX && (pathname === '/sandbox' || pathname.startsWith('/sandbox/'))) {
      return env.SANDBOX.fetch(request)
    }
    return isOfApp(pathname) ? app.fetch(request, env, ctx) : answerPage(request, env, ctx)
  },
  queue: (batch, env) => consume(batch, env),
  scheduled: (controller, env, ctx) => runCron(controller.cron, env, (work) => ctx.waitUntil(work)),
} satisfies ExportedHandler<Env>
