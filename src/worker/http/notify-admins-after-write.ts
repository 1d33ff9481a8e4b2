import type { MiddlewareHandler } from 'hono'
import { notifyAdminHub } from '../providers/hubs.ts'
import type { AppEnv } from './app-env.ts'
import { SAFE_METHODS } from './safe-methods.ts'

/** Notifies the admin hub after every unsafe request that succeeded. `except`: requests below these paths do not. */
export function notifyAdminsAfterWrite(except: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (SAFE_METHODS.has(c.req.method) || c.res.status >= 400) return
    if (except.some((path) => c.req.path.startsWith(path))) return
    c.executionCtx.waitUntil(notifyAdminHub(c.env))
  }
}
