import type { Env } from '../providers/env.ts'

/** The addresses the browser's router knows; `e2e/pages.spec.ts` holds the two lists together. */
const PAGES = [
  /^\/$/,
  /^\/(auth|forgot-password|reset-password|verify-email)$/,
  /^\/pricing$/,
  /^\/products(\/[a-z0-9-]+)?$/,
  /^\/(changelog|terms|privacy|refund-policy|licence|about)$/,
  /^\/(unsubscribe|newsletter)$/,
  /^\/(coinbase-)?checkout$/,
  /^\/(payment\/)?(success|cancel)$/,
  /^\/dashboard$/,
  /^\/secure-portal\/management-access$/,
  /^\/secure-management\/admin-dashboard$/,
  /^\/test-(email|coupon)$/,
]

/**
 * A page that is no file: the empty shell, which the browser's router fills. An address the router does not know gets
 * the same shell with status 404, anything that is not a page (a missing script, say) a plain 404.
 */
export async function answerPage(request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url)
  const accept = request.headers.get('accept') ?? '*/*'
  // A link preview asks for anything; what has an ending is a file that is not there.
  const wantsPage = accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(url.pathname))
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !wantsPage) {
    return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const status = PAGES.some((page) => page.test(path)) ? 200 : 404
  const built = await env.ASSETS.fetch(new URL('/shell', url))
  // Only the development server has no built shell.
  const shell = built.ok ? built : await env.ASSETS.fetch(new URL('/', url))
  const headers = new Headers(shell.headers)
  headers.set('cache-control', 'no-cache')
  headers.delete('etag')
  return new Response(shell.body, { status, headers })
}
