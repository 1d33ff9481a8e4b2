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
 * (OWASP CSRF cheat sheet). `except` paths (with all below them where they end in a slash) prove themselves in another
 * way: by a signature, or by a key, where no cookie is read.
 */
export function originGuard(except: readonly string[]): MiddlewareHandler<AppEnv> {
  const isExcepted = (path: string) =>
    except.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && !isExcepted(c.req.path)) refuseForeign(c)
    await next()
  }
}

/** For a GET that has an effect. */
export const ownPagesOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  refuseForeign(c)
  await next()
}

/**
 * For a GET that a person may also open by its address: no other site's page may. A link or a window of one would bring
 * the session along (SameSite=Lax).
 */
export const notFromElsewhere: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (/^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')) refuseForeign(c)
  await next()
}

function refuseForeign(c: Context<AppEnv>): void {
  if (c.req.header('sec-fetch-site') !== 'same-origin' && !isOwnOrigin(c)) {
    throw new Problem(403, 'This request did not come from the shop’s own pages.')
  }
}
