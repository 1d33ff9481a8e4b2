import type { Context } from 'hono'

/**
 * The visitor's address as the edge saw it (CF-Connecting-IP; headers a client can write are not asked).
 * Null where there is none or it is this machine: a local run has no addresses to tell apart.
 */
export function clientIp(c: Context): string | null {
  const ip = c.req.header('cf-connecting-ip') ?? null
  return ip === null || ip === '::1' || ip.startsWith('127.') ? null : ip
}
