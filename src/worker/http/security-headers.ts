import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** A response with the security headers that the build writes for static files too (scripts/build.ts). */
export function withSecurityHeaders(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Sets the headers of every response of the API. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (c.res.status !== 101) c.res = withSecurityHeaders(c.res)
}
