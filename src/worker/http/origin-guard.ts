import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '../core/problem.ts'
import type { AppEnv } from './app-env.ts'
import { SAFE_METHODS } from './safe-methods.ts'

/** True where the Origin header names this shop. Local runs may also be opened as 127.0.0.1. */
export function isOwnOrigin(c: Context<AppEnv>): boolean {
  const origin = c.req.header('origin')
  const config = c.get('config')
  return origin === config.publicUrl || (config.isLocal && origin === new URL(c.req.url).origin)
}

/**
 * Unsafe methods must come from our own pages: Fetch Metadata first, the exact Origin where a browser sends none
 * (OWASP CSRF cheat sheet). `except` paths (a trailing slash includes all paths below) authenticate by a signature or a
 * key and read no cookie.
 */
export function originGuard(except: readonly string[]): MiddlewareHandler<AppEnv> {
  const isExcepted = (path: string) =>
    except.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && !isExcepted(c.req.path)) refuseForeign(c)
    await next()
  }
}

/** For a GET that changes something: only our own pages may send it. */
export const ownPagesOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  refuseForeign(c)
  await next()
}

/**
 * For a GET that a person may open by its URL but another site may not trigger: a link or a window of that site would
 * send the session cookie (SameSite=Lax).
 */
export const notFromElsewhere: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (/^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')) refuseForeign(c)
  await next()
}

function refuseForeign(c: Context<AppEnv>): void {
  if (c.req.header('sec-fetch-site') !== 'same-origin' && !isOwnOrigin(c)) {
    throw new Problem(403, 'This request did not come from the shop’s own pages.', {
      event: { kind: 'origin_refused' },
    })
  }
}
