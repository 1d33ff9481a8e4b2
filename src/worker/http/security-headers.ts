import { DATA_POLICY, SECURITY_HEADERS } from '#shared/core/security-headers.ts'

const CORP = 'Cross-Origin-Resource-Policy'
const ENTRIES = Object.entries(SECURITY_HEADERS)

/**
 * The response with the security headers that the build writes for static files too (scripts/build.ts). A policy that the
 * response already has is kept. `requestId` is the same as in the lines of the log. An answer to a WebSocket request stays
 * as it is.
 */
export function withSecurityHeaders(response: Response, requestId: string): Response {
  if (response.status === 101) return response
  const sent = withRequestId(response, requestId)
  const { headers } = sent
  for (const [name, value] of ENTRIES) if (name !== CORP || !headers.has(name)) headers.set(name, value)
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', DATA_POLICY)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  return sent
}

/** The same response. Only one whose headers cannot be changed, as that of another service, is copied: a copy takes time. */
function withRequestId(response: Response, requestId: string): Response {
  try {
    response.headers.set('X-Request-Id', requestId)
    return response
  } catch {
    const copy = new Response(response.body, response)
    copy.headers.set('X-Request-Id', requestId)
    return copy
  }
}
