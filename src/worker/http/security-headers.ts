import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** For everything the Worker answers; the build writes the same for static files (scripts/build.ts). */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (c.res.status === 101) return
  const headers = new Headers(c.res.headers)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  c.res = new Response(c.res.body, { status: c.res.status, statusText: c.res.statusText, headers })
}
