// A shop of a given size: filled once for each schema and kept in .cache, then copied and started with the measured Worker.
import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build as bundle } from 'esbuild'
import type { Miniflare } from 'miniflare'
import { buildConstants } from '../../scripts/build-constants.ts'
import { migrationFiles } from '../../scripts/database/schema.ts'
import { startLocal } from '../../scripts/local.ts'
import { pageRenderer } from '../../scripts/page-renderer.ts'
import { fingerprint, root, run } from '../../scripts/prepare.mjs'
import { BASE, type Size, seedScale } from '../../src/worker/testing/scale.ts'
import { childrenOf, newChild } from '../measured-shop.ts'
import { logEntries, restOfShop } from './rows.ts'

/** What decides the rows of a filled shop. */
const SOURCES = ['migrations', 'src/worker/testing/scale.ts', 'bench/size/rows.ts', 'bench/size/shop.ts']
const CACHE = join(root, '.cache', 'size')
const BUNDLE = join(root, '.cache', 'size-worker')

export type SizedShop = {
  miniflare: Miniflare
  /** workerd's own socket. */
  direct: URL
  pid: number
  /** Reads the rows as they were at the start. */
  first: <Row>(sql: string) => Row | undefined
  all: <Row>(sql: string) => Row[]
  cookies: { admin: string; user: string }
  /** The database's file. */
  file: string
}

/** Starts a shop with this number of rows, calls `work`, and removes it. */
export async function withSizedShop<Result>(
  { name, size, port }: { name: string; size: Size; port: number },
  work: (shop: SizedShop) => Promise<Result>,
): Promise<Result> {
  const state = mkdtempSync(join(tmpdir(), 'windfall-size-'))
  cpSync(await filled(name, size, port), state, { recursive: true })
  const file = databaseIn(state)
  const cookies = wake(file)
  const known = childrenOf()
  const miniflare = await startMeasured(state, port)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const direct = await miniflare.unsafeGetDirectURL('windfall-sandbox')
    const first = <Row>(sql: string) => db.prepare(sql).get() as Row | undefined
    const all = <Row>(sql: string) => db.prepare(sql).all() as Row[]
    return await work({ miniflare, direct, pid: newChild(known), first, all, cookies, file })
  } finally {
    db.close()
    await miniflare.dispose()
    rmSync(state, { recursive: true, force: true })
  }
}

/** Bundles the Worker that the measurement calls. */
export async function bundleMeasured(): Promise<void> {
  rmSync(BUNDLE, { recursive: true, force: true })
  await bundle({
    entryPoints: [join(root, 'src/worker/testing/size/measured-worker.ts')],
    outfile: join(BUNDLE, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2024',
    minify: true,
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy' },
    alias: pageRenderer,
    define: { ...buildConstants(), 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
}

const startMeasured = (stateDir: string, port: number) =>
  startLocal({
    port,
    stateDir,
    directSocket: true,
    vars: { ADMIN_SECOND_FACTOR: 'optional' },
    around: (shop) => ({
      ...shop,
      rootPath: BUNDLE,
      modulesRoot: BUNDLE,
      modules: readdirSync(BUNDLE)
        .sort((a, b) => Number(b === 'index.js') - Number(a === 'index.js'))
        .map((file) => ({
          type: file.endsWith('.js') ? 'ESModule' : 'CompiledWasm',
          path: join(BUNDLE, file),
        })),
    }),
  })

/** The directory with the filled state, from an earlier run where the sources are the same. */
async function filled(name: string, size: Size, port: number): Promise<string> {
  const print = createHash('sha256')
    .update(fingerprint(SOURCES))
    .update(JSON.stringify(size))
    .digest('hex')
    .slice(0, 16)
  const kept = join(CACHE, `${name}-${print}`)
  if (existsSync(kept)) return kept
  mkdirSync(CACHE, { recursive: true })
  for (const old of readdirSync(CACHE))
    if (old.startsWith(`${name}-`)) rmSync(join(CACHE, old), { recursive: true })
  const state = join(CACHE, `${name}-under-way`)
  run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
  await fill(databaseIn(state), size)
  const miniflare = await startMeasured(state, port)
  try {
    const direct = await miniflare.unsafeGetDirectURL('windfall-sandbox')
    // The shop itself writes the log, into the tables and the file store.
    const answer = await fetch(new URL('/bench/sweep?job=every-minute&name=log', direct), { method: 'POST' })
    if (!answer.ok) throw new Error(`The log was not filled: ${answer.status}`)
  } finally {
    await miniflare.dispose()
  }
  renameSync(state, kept)
  return kept
}

async function fill(file: string, size: Size): Promise<void> {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000')
  const now = Date.now()
  const migrations = migrationFiles().map(({ sql }) => sql)
  db.exec('BEGIN')
  await seedScale(
    {
      prepare: (sql) => ({
        run: async () => db.exec(sql),
        all: async () => ({ results: db.prepare(sql).all() }),
      }),
    },
    migrations,
    size,
    now,
  )
  for (const sql of restOfShop(size, now)) db.exec(sql)
  const pending = db.prepare('INSERT INTO log_pending (entry, leaf, created_at) VALUES (?, ?, ?)')
  for (const { entry, leaf } of logEntries()) pending.run(entry, leaf, now)
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

/** The D1 database's file below a state directory. */
export function databaseIn(state: string): string {
  const [file] = globSync('v3/d1/*/*.sqlite', { cwd: state }).filter((path) => !path.includes('metadata'))
  if (!file) throw new Error('There is no database')
  return join(state, file)
}

/** Makes a kept shop one of today: gives an admin and a buyer a new session each; written into the table, as logging in would measure the hashing. */
function wake(file: string): SizedShop['cookies'] {
  const db = new DatabaseSync(file)
  const now = Date.now()
  const enter = (userId: number) => {
    const token = randomBytes(32).toString('base64url')
    db.prepare(
      `INSERT INTO sessions (sid, user_id, sess, created_at, last_seen_at, expire, authenticated_at)
       VALUES (?, ?, '{"ip":null,"userAgent":null}', ?, ?, ?, ?)`,
    ).run(
      createHash('sha256').update(token).digest('hex'),
      userId,
      now,
      now,
      now + 86_400_000,
      now + 3_600_000,
    )
    return `session=${token}`
  }
  // As if all jobs had run just now.
  db.prepare('UPDATE job_runs SET completed_at = ?').run(now + 3_600_000)
  // The first account of a filled shop is an owner; the buyer has an account in use and purchases like most.
  const cookies = { admin: enter(BASE + 1), user: enter(buyerIn(db)) }
  db.close()
  return cookies
}

/** A buyer in the middle of the accounts, with some purchases of each kind. */
export function buyerIn(db: DatabaseSync): number {
  const row = db
    .prepare(
      `SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND u.deactivated_at IS NULL AND u.is_admin = 0
         AND (SELECT count(*) FROM user_scripts g WHERE g.user_id = u.id AND g.is_active = 1) = 3
         AND u.id > ${BASE} + (SELECT count(*) FROM users) / 4 ORDER BY u.id LIMIT 1`,
    )
    .get() as { id: number } | undefined
  if (!row) throw new Error('No buyer has three purchases')
  return row.id
}
