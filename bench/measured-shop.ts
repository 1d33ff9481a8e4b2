// A shop of its own for a measurement, and bare Workers beside it, each in a workerd whose processor time can be read.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { type LocalRun, startLocal } from '../scripts/local.ts'
import { run } from '../scripts/prepare.mjs'
import { seed } from '../scripts/seed.ts'

/** That of `wrangler.toml`: it names the file, so that a copy is found. */
const DATABASE_ID = '00000000-0000-0000-0000-000000000000'

export type Workerd = {
  miniflare: Miniflare
  /** workerd's own socket: no proxy and no look-up of static files in front of the Worker. */
  direct: URL
  pid: number
  state: string
}

/**
 * Starts a shop with the sample catalogue, calls `work`, and removes it. With `inMemory`, its state is in memory where
 * /dev/shm exists: else most of the time of a write is that of the disk.
 */
export async function withShop<Result>(
  { port, inMemory, ...options }: Omit<LocalRun, 'stateDir'> & { inMemory?: true },
  work: (shop: Workerd & { base: string }) => Promise<Result>,
): Promise<Result> {
  const state = mkdtempSync(
    join(inMemory && existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'windfall-bench-'),
  )
  run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
  const known = childrenOf()
  const miniflare = await startLocal({ ...options, port, stateDir: state, directSocket: true })
  try {
    const pid = newChild(known)
    const base = `http://localhost:${port}`
    await seed(miniflare, base, state)
    const direct = await miniflare.unsafeGetDirectURL('windfall-sandbox')
    return await work({ miniflare, direct, pid, state, base })
  } finally {
    await miniflare.dispose()
    rmSync(state, { recursive: true, force: true })
  }
}

/** The modules of a Worker, of which the first is the entry; their paths are below `modulesRoot`. */
type WorkerCode = {
  modules: { type: 'ESModule' | 'CompiledWasm'; path: string; contents?: string }[]
  modulesRoot?: string
  compatibilityFlags?: string[]
}

/**
 * Starts a Worker with this module, or these, calls `work`, and removes it. Its D1 database `DB` is its own: a copy of the
 * shop's, where one is given, else empty.
 */
export async function withBareWorker<Result>(
  code: string | WorkerCode,
  work: (bare: Workerd) => Promise<Result>,
  copied?: Workerd,
): Promise<Result> {
  const state = mkdtempSync(join(tmpdir(), 'windfall-bare-'))
  if (copied) cpSync(join(copied.state, 'v3', 'd1'), join(state, 'v3', 'd1'), { recursive: true })
  const known = childrenOf()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      telemetry: { enabled: false },
      cf: false,
      resourcePersistencePath: join(state, 'v3'),
      workers: [
        {
          name: 'bare',
          compatibilityDate: '2026-10-01',
          ...(typeof code === 'string'
            ? { modules: [{ type: 'ESModule', path: 'bare.js', contents: code }] }
            : code),
          unsafeDirectSockets: [{ host: '127.0.0.1' }],
          d1Databases: { DB: DATABASE_ID },
        },
      ],
    }),
  )
  try {
    await miniflare.ready
    const direct = await miniflare.unsafeGetDirectURL()
    return await work({ miniflare, direct, pid: newChild(known), state })
  } finally {
    await miniflare.dispose()
    rmSync(state, { recursive: true, force: true })
  }
}

/** Processor time of a process so far, in milliseconds: /proc/PID/stat counts hundredths of a second. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The workerd processes that this process started. */
export function childrenOf(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, parent, name] = line.trim().split(/\s+/)
    return name === 'workerd' && Number(parent) === process.pid ? [Number(pid)] : []
  })
}

export function newChild(known: readonly number[]): number {
  const [pid] = childrenOf().filter((one) => !known.includes(one))
  if (pid === undefined) throw new Error('No workerd was started')
  return pid
}
