import type { Context, MiddlewareHandler } from 'hono'
import type { BucketLimit } from '../../durable/rate-limiter-rules.ts'
import type { AppEnv } from './app-env.ts'
import { clientIp, siteOf } from './client-ip.ts'
import { limitRate } from './rate-limit.ts'

/** A site (/48 of IPv6) has 65,536 networks. It may do what this many of them may. */
const NETWORKS_PER_SITE = 4

/** Limits requests per IP address, before the body is read and before any hashing. */
export function limitAddress(what: string, limit: BucketLimit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await countAddress(c, what, limit)
    await next()
  }
}

/**
 * Counts one call against the request's IP address. IPv6 is counted by /64 and by /48.
 * @throws Problem 429 with Retry-After beyond the limit
 */
export async function countAddress(c: Context<AppEnv>, what: string, limit: BucketLimit): Promise<void> {
  const ip = clientIp(c)
  if (ip) await limitRate(c.env, `${what}:ip:${ip}`, limit)
  const site = siteOf(c)
  if (site) await limitRate(c.env, `${what}:ip:${site}`, forSite(limit))
}

const forSite = ({ burst, refillSeconds }: BucketLimit): BucketLimit => ({
  burst: burst * NETWORKS_PER_SITE,
  refillSeconds: refillSeconds / NETWORKS_PER_SITE,
})
