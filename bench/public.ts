// npm run bench:public: how many public reads the shop serves, as a ratio of what a bare Worker serves that returns the
// same bytes as a constant. Both on workerd's own sockets, in turns within one run. The ratio of processor time counts:
// other programs and this one, which sends the requests, hardly change it. Ends with 1 below a goal.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { startLocal } from '../scripts/local.ts'
import { build, createDevVars, run } from '../scripts/prepare.mjs'
import { seed } from '../scripts/seed.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 4000)
const ROUNDS = 5
const AT_ONCE = 16
const port = Number(process.env.PORT ?? 5193)
const base = `http://localhost:${port}`

const READS: [what: string, path: string, accept: string, goal: number][] = [
  ['14 products', '/api/products?limit=50', 'application/json', 0.7],
  ['a product', '/api/products/monad', 'application/json', 0.7],
  ['the changelog', '/api/releases?limit=20', 'application/json', 0.7],
  ['landing page', '/', 'text/html', 0.5],
  ['page of a product', '/products/monad', 'text/html', 0.5],
]

type Measured = { perSecond: number; cpuMs: number }

createDevVars()
if (!process.env.BUILT) await build()
const state = mkdtempSync(join(tmpdir(), 'windfall-bench-'))
run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
const before = childrenOf()
const shop = await startLocal({ port, stateDir: state, directSocket: true })
const shopPid = newChild(before)
try {
  await seed(shop, base, state)
  const direct = await shop.unsafeGetDirectURL('windfall-sandbox')
  for (const [what, path, accept, goal] of READS) {
    const body = await (await fetch(new URL(path, direct), { headers: { accept } })).text()
    const known = childrenOf()
    const bare = bareWorker(body, accept)
    await bare.ready
    const bareUrl = await bare.unsafeGetDirectURL()
    const barePid = newChild(known)
    const pairs: { shop: Measured; bare: Measured }[] = []
    try {
      await load(direct, path, accept, shopPid, REQUESTS / 4)
      await load(bareUrl, path, accept, barePid, REQUESTS / 4)
      for (let round = 0; round < ROUNDS; round += 1)
        pairs.push({
          shop: await load(direct, path, accept, shopPid, REQUESTS),
          bare: await load(bareUrl, path, accept, barePid, REQUESTS),
        })
    } finally {
      await bare.dispose()
    }
    const cpu = median(pairs.map((pair) => pair.bare.cpuMs / pair.shop.cpuMs))
    const speed = median(pairs.map((pair) => pair.shop.perSecond / pair.bare.perSecond))
    const perSecond = Math.round(median(pairs.map((pair) => pair.shop.perSecond)))
    if (cpu < goal) process.exitCode = 1
    console.log(
      `${what.padEnd(20)} ${cpu.toFixed(2)} × bare by processor time, ${speed.toFixed(2)} × by speed (${perSecond}/s)${cpu < goal ? `   below ${goal}` : ''}`,
    )
  }
} finally {
  await shop.dispose()
  rmSync(state, { recursive: true, force: true })
}

/** A Worker with the body as a constant. */
function bareWorker(body: string, type: string): Miniflare {
  const script = `const body = ${JSON.stringify(body)}
export default { fetch: () => new Response(body, { headers: { 'content-type': ${JSON.stringify(type)} } }) }`
  return new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      telemetry: { enabled: false },
      cf: false,
      workers: [
        {
          name: 'bare',
          compatibilityDate: '2026-10-01',
          modules: [{ type: 'ESModule', path: 'bare.js', contents: script }],
          unsafeDirectSockets: [{ host: '127.0.0.1' }],
        },
      ],
    }),
  )
}

/** Requests over `AT_ONCE` connections, one after the other on each. */
async function load(
  url: URL,
  path: string,
  accept: string,
  pid: number,
  requests: number,
): Promise<Measured> {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: ${accept}\r\n\r\n`
  let left = requests
  const cpu = cpuMsOf(pid)
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, () => keepAsking(url, request, () => left-- > 0)))
  const seconds = (performance.now() - began) / 1000
  return { perSecond: requests / seconds, cpuMs: (cpuMsOf(pid) - cpu) / requests }
}

/** One connection. Counts bytes instead of parsing HTTP, which would cost more than the answer. */
function keepAsking(url: URL, request: string, more: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let missing = 0
    const next = () => (more() ? socket.write(request) : socket.end(() => resolve()))
    socket.setNoDelay()
    socket.on('connect', next)
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
      if (missing === 0) next()
    })
  })
}

/** The workerd processes that this process started. */
function childrenOf(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, parent, name] = line.trim().split(/\s+/)
    return name === 'workerd' && Number(parent) === process.pid ? [Number(pid)] : []
  })
}

function newChild(known: readonly number[]): number {
  const [pid] = childrenOf().filter((one) => !known.includes(one))
  if (pid === undefined) throw new Error('No workerd was started')
  return pid
}

/** Processor time so far, in milliseconds: /proc/PID/stat counts hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
