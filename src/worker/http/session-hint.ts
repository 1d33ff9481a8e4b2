import { parse, serialize } from 'hono/utils/cookie'
import { SESSION_ABSOLUTE_MS } from './session-limits.ts'

/**
 * A cookie that the page can read and that grants nothing. Without it the page does not request the current user, which
 * would fail with 401.
 */
export const HINT = 'signed_in'
export const SESSION = 'session'

/** Whether the browser has a session, or had one until it ended: a visitor has neither cookie. */
export function mayBeSignedIn(request: Request): boolean {
  const cookies = parse(request.headers.get('cookie') ?? '')
  return ['', '__Host-'].some((prefix) => cookies[prefix + SESSION] || cookies[prefix + HINT])
}

/**
 * The hint for a browser that has a session cookie but lost the hint: the value of `Set-Cookie` for a page. Null for all
 * others, so a visitor costs nothing. The session is not checked here: the page does so with its first request.
 */
export function missingHint(request: Request, isSecure: boolean): string | null {
  const prefix = isSecure ? '__Host-' : ''
  const cookies = parse(request.headers.get('cookie') ?? '')
  if (!cookies[prefix + SESSION] || cookies[prefix + HINT]) return null
  return serialize(prefix + HINT, '1', {
    path: '/',
    secure: isSecure,
    sameSite: 'Lax',
    maxAge: SESSION_ABSOLUTE_MS / 1000,
  })
}
