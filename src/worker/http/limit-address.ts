import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { clientIp } from './client-ip.ts'
import { type Limit, limitRate } from './rate-limit.ts'

/** Limits requests per IP address, before the body is read and before any hashing. */
export function limitAddress(what: string, limit: Limit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const ip = clientIp(c)
    if (ip) await limitRate(c.env, `${what}:ip:${ip}`, limit)
    await next()
  }
}
