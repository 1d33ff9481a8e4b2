// npm run bench:admin: the response times of the back office's lists in a small and a big shop, first page and deep
// page, as ratios within one run. Ratios differ little between machines. Loopback only, a fixed number of requests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { migrationFiles } from '../scripts/database/schema.ts'
import { startLocal } from '../scripts/local.ts'
import { build, createDevVars, run } from '../scripts/prepare.mjs'
import { DEMO_ACCOUNTS, seed } from '../scripts/seed.ts'
import { BIG, type Size, seedScale } from '../src/worker/testing/scale.ts'

const REQUESTS = 120
const WARM_UP = 20
const SMALL: Size = { users: 1000, payments: 3000, subscriptions: 500 }
const port = Number(process.env.PORT ?? 5193)
const base = `http://localhost:${port}`

/** Lists, with the order of their cursor (null: no pages, as for the stats) and the counted rows. */
const PATHS: [string, 'id' | 'time' | null, string][] = [
  ['/api/coupons', 'time', 'coupons'],
  ['/api/secure-management/refunds', 'id', 'refunds'],
  ['/api/secure-management/payouts?status=paid', 'id', "referral_payouts WHERE status = 'paid'"],
  ['/api/secure-management/email-deliveries?status=sent', 'id', "email_deliveries WHERE status = 'sent'"],
  ['/api/recovery/findings?open=false', 'id', 'reconciliation_findings'],
  ['/api/secure-management/stats?range=30d', null, ''],
  ['/api/secure-management/stats?range=90d', null, ''],
]

createDevVars()
await build()
const small = await measure(SMALL)
const big = await measure(BIG)
console.log('p50 in ms: the first page of a small shop, of a big one, and a page in its middle\n')
for (const [path, , rows] of PATHS) {
  const [one, first, deep] = [small.get(path)?.first, big.get(path)?.first, big.get(path)?.deep]
  const ratio = (value: number | undefined) => (value && one ? `${(value / one).toFixed(2)} ×` : '')
  console.log(
    `${path.padEnd(52)} ${one?.toFixed(1).padStart(6)}   big ${ratio(first).padStart(7)}   deep ${(rows ? ratio(deep) : '').padStart(7)}`,
  )
}

/** Fills a shop of this size, and measures the response time of each list. */
async function measure(size: Size) {
  const state = mkdtempSync(join(tmpdir(), 'windfall-bench-'))
  run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
  const miniflare = await startLocal({ port, stateDir: state })
  try {
    await seed(miniflare, base, state)
    await fill(miniflare, size)
    const cookie = await logIn()
    const db = await miniflare.getD1Database('DB', 'windfall')
    const times = new Map<string, { first: number; deep: number | undefined }>()
    for (const [path, order, rows] of PATHS) {
      const deep = order && `${path}${path.includes('?') ? '&' : '?'}cursor=${await middle(db, order, rows)}`
      times.set(path, { first: await load(path, cookie), deep: deep ? await load(deep, cookie) : undefined })
    }
    return times
  } finally {
    await miniflare.dispose()
    rmSync(state, { recursive: true, force: true })
  }
}

async function fill(miniflare: Miniflare, size: Size): Promise<void> {
  const migrations = migrationFiles().map(({ sql }) => sql)
  const db = await miniflare.getD1Database('DB', 'windfall')
  await seedScale(db, migrations, size, Date.now())
}

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/** The cursor of a page that begins in the middle of these rows. */
async function middle(db: Database, order: 'id' | 'time', rows: string): Promise<string> {
  const keys = order === 'id' ? 'id' : 'created_at, id'
  const row = await db
    .prepare(`SELECT ${keys} FROM ${rows} ORDER BY ${keys} LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${rows})`)
    .first<{ id: number; created_at?: number }>()
  return order === 'id' ? `${row?.id}` : `${row?.created_at}-${row?.id}`
}

/** The median response time of sequential requests. */
async function load(path: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let request = 0; request < WARM_UP + REQUESTS; request++) {
    const sent = performance.now()
    const answer = await fetch(base + path, { headers: { cookie } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    if (request >= WARM_UP) times.push(performance.now() - sent)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function logIn(): Promise<string> {
  const admin = DEMO_ACCOUNTS.find(({ username }) => username === 'admin')
  const answer = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ username: admin?.username, password: admin?.password }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
