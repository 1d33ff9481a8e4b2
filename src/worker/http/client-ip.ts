import type { Context } from 'hono'

/**
 * The client's address from CF-Connecting-IP, which Cloudflare's edge sets. Headers that a client can write are
 * ignored. For IPv6 the /64 network, because one household owns all of it. Null without an address or for this
 * machine: in a local run all clients have the same one.
 */
export function clientIp(c: Context): string | null {
  const ip = c.req.header('cf-connecting-ip') ?? null
  if (ip === null || ip === '::1' || ip.startsWith('127.')) return null
  return ip.includes(':') ? networkOf(ip, 4) : ip
}

/** The /48 of an IPv6 address, the most that a provider gives to one customer. Null for IPv4. */
export const siteOf = (c: Context): string | null => {
  const ip = c.req.header('cf-connecting-ip') ?? ''
  return clientIp(c) !== null && ip.includes(':') ? networkOf(ip, 3) : null
}

/** The network that a download is counted under: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const downloadNetwork = (c: Context): string | null => networkAround(c, 3)

/** The network of a coupon's reservation or a registration: the /24 of an IPv4 address, the /64 of an IPv6 one. */
export const reservationNetwork = (c: Context): string | null => networkAround(c, 4)

function networkAround(c: Context, size: 3 | 4): string | null {
  const ip = c.req.header('cf-connecting-ip') ?? null
  if (clientIp(c) === null || ip === null) return null
  return ip.includes(':') ? networkOf(ip, size) : `${ip.split('.').slice(0, 3).join('.')}.0/24`
}

/** The network of the first `size` groups, in one spelling. A mapped IPv4 address has the network `::`. */
function networkOf(ip: string, size: 3 | 4): string {
  const [head = '', tail] = ip.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, size).join(':')}::/${size * 16}`
}

/** The address and the browser of a request, for a session. */
export const deviceOf = (c: Context) => ({ ip: clientIp(c), userAgent: c.req.header('user-agent') ?? null })
