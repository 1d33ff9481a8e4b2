// npm run bench: the response time of each kind of read, as ratios within one run. Ratios differ little between
// machines. Loopback only, a fixed number of requests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocal } from '../scripts/local.ts'
import { build, createDevVars, run } from '../scripts/prepare.mjs'
import { DEMO_ACCOUNTS, seed } from '../scripts/seed.ts'

const REQUESTS = 400
const AT_ONCE = 8
const port = Number(process.env.PORT ?? 5193)
const base = `http://localhost:${port}`

createDevVars()
await build()
const state = mkdtempSync(join(tmpdir(), 'windfall-bench-'))
run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
const miniflare = await startLocal({ port, stateDir: state })
try {
  await seed(miniflare, base, state)
  const cookie = await logIn()
  await subscribe(cookie)
  const rows: [string, string][] = [
    ['no database: an unknown call', '/api/nothing'],
    ['one trip: a product', '/api/products/1'],
    ['one trip: 14 products', '/api/products?limit=50'],
    ['two trips: my products (Premium)', '/api/my-products'],
    ['two trips: my purchases', '/api/user/purchases'],
    ['two trips and R2: a file', '/api/download/file/2'],
  ]
  const measured: { what: string; perSecond: number; p50: number }[] = []
  for (const [what, path] of rows) {
    await load(path, cookie, 50)
    measured.push({ what, ...(await load(path, cookie, REQUESTS)) })
  }
  const unit = measured[1]?.perSecond ?? 1
  for (const { what, perSecond, p50 } of measured) {
    const cost = (unit / perSecond).toFixed(2).padStart(5)
    console.log(
      `${what.padEnd(36)} ${cost} × one product   ${Math.round(perSecond).toString().padStart(6)}/s   p50 ${p50.toFixed(1)} ms`,
    )
  }
} finally {
  await miniflare.dispose()
  rmSync(state, { recursive: true, force: true })
}

async function load(path: string, cookie: string, requests: number) {
  const times: number[] = []
  let left = requests
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const sent = performance.now()
        await (await fetch(base + path, { headers: { cookie } })).arrayBuffer()
        times.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: requests / seconds,
    p50: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
  }
}

async function logIn(): Promise<string> {
  const demo = DEMO_ACCOUNTS[0]
  const answer = await post('/api/auth/login', { username: demo?.username, password: demo?.password }, '')
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function subscribe(cookie: string): Promise<void> {
  const input = {
    productId: 2,
    provider: 'stripe',
    email: 'demo@windfall.example',
    clientPaymentId: 'bench-visit',
    purchaseType: 'subscription',
  }
  const { data } = (await (await post('/api/payment/create', input, cookie)).json()) as {
    data: { id: number; url: string }
  }
  await fetch(`${base}${new URL(data.url).pathname}/pay`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base },
  })
  await fetch(`${base}/api/payment/${data.id}`, { headers: { cookie } })
}

function post(path: string, body: unknown, cookie: string) {
  const headers = { 'content-type': 'application/json', origin: base, cookie }
  return fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
}
