import { DATA_POLICY, SECURITY_HEADERS } from '#shared/core/security-headers.ts'

const CORP = 'Cross-Origin-Resource-Policy'

/**
 * The response with the security headers that the build writes for static files too (scripts/build.ts). A policy that the
 * response already has is kept. `requestId` is the same as in the lines of the log. An answer to a WebSocket request stays
 * as it is.
 */
export function withSecurityHeaders(response: Response, requestId: string): Response {
  if (response.status === 101) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (name !== CORP || !headers.has(name)) headers.set(name, value)
  }
  headers.set('X-Request-Id', requestId)
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', DATA_POLICY)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
