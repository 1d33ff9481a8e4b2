// A bounded load over HTTP that costs little itself, so that the server is what is measured.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuMsOf, type Workerd } from './measured-shop.ts'

export type Measured = { perSecond: number; cpuMs: number; p50: number; p99: number }

type Headers = Record<string, string>

export type Load = {
  path: string
  /** The same for all requests, or for each by its number. */
  headers?: Headers | ((at: number) => Headers)
  requests: number
  /** Connections. On each, one request follows the other. */
  atOnce?: number
  /** Requests a second; without it as many as the server answers. */
  perSecond?: number
}

/** Cloudflare's edge gives each request a number. */
const CF_RAY = '0123456789abcdef-FRA'

/**
 * Sends the requests. Resolves with the answers a second, the server's processor time of each, and the times until the
 * answer was complete, in milliseconds.
 * @throws Error with the head of the first answer that is not 200
 */
export async function load(
  { direct, pid }: Pick<Workerd, 'direct' | 'pid'>,
  { path, headers = {}, requests, atOnce = 16, perSecond }: Load,
): Promise<Measured> {
  const requestWith = (own: Headers) => {
    const lines = Object.entries({ host: direct.host, 'cf-ray': CF_RAY, ...own }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  }
  const request = typeof headers === 'function' ? '' : requestWith(headers)
  const times: number[] = []
  let sent = 0
  const cpu = cpuMsOf(pid)
  const began = performance.now()
  /** When the next request is due; null after the last one. */
  const next = async () => {
    if (sent >= requests) return null
    const due = perSecond === undefined ? 0 : (sent / perSecond) * 1000 - (performance.now() - began)
    const own = typeof headers === 'function' ? requestWith(headers(sent)) : request
    sent += 1
    if (due > 0) await wait(due)
    return own
  }
  await Promise.all(Array.from({ length: atOnce }, () => keepAsking(direct, next, times)))
  const seconds = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return {
    perSecond: requests / seconds,
    cpuMs: (cpuMsOf(pid) - cpu) / requests,
    p50: at(0.5),
    p99: at(0.99),
  }
}

/** One connection. Counts bytes instead of parsing HTTP, which would cost more than the answer. */
function keepAsking(url: URL, next: () => Promise<string | null>, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let missing = 0
    let sentAt = 0
    const ask = async () => {
      const request = await next()
      if (request === null) return socket.end(() => resolve())
      sentAt = performance.now()
      socket.write(request)
    }
    socket.setNoDelay()
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length
      else {
        const head = chunk.indexOf('\r\n\r\n')
        const text = chunk.toString('latin1', 0, head)
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text))
        missing = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]) - chunk.length
      }
      if (Number.isNaN(missing)) return reject(new Error('An answer without a length'))
      if (missing > 0) return
      times.push(performance.now() - sentAt)
      void ask()
    })
  })
}
