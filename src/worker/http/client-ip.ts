import type { Context } from 'hono'

/**
 * The visitor's address as the edge saw it (CF-Connecting-IP; headers a client can write are not asked), of IPv6 the /64
 * network: one household has all of it. Null where there is none or it is this machine: a local run has no addresses to
 * tell apart.
 */
export function clientIp(c: Context): string | null {
  const ip = c.req.header('cf-connecting-ip') ?? null
  if (ip === null || ip === '::1' || ip.startsWith('127.')) return null
  return ip.includes(':') ? networkOf(ip) : ip
}

function networkOf(ip: string): string {
  const [head = '', tail] = ip.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}
