import type { MiddlewareHandler } from 'hono'
import { notifyAdminHub } from '../providers/hubs.ts'
import type { AppEnv } from './app-env.ts'
import { SAFE_METHODS } from './safe-methods.ts'

/** After whatever may have changed something, admins are shown what did. `except`: nothing below these paths notifies. */
export function notifyAdminsAfterWrite(except: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (SAFE_METHODS.has(c.req.method) || c.res.status >= 400) return
    if (except.some((path) => c.req.path.startsWith(path))) return
    c.executionCtx.waitUntil(notifyAdminHub(c.env))
  }
}
