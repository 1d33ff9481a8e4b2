import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { executeStatement } from '../../scripts/local-statements.ts'
import { localPublisher } from '../../scripts/publisher-key.ts'
import { toArmor } from '../../src/shared/publishers/sshsig-rules.ts'

const basePort = Number(process.env.E2E_PORT ?? 5199)

/** A port of this Playwright worker: offset 0 is its shop, the others are for specs that start a shop themselves. */
export const workerPort = (offset: number): number =>
  basePort + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * 10 + offset

/** In memory where available: a test's state may be lost with the machine, and on a disk every write waits. */
const stateRoot = existsSync('/dev/shm') ? '/dev/shm/windfall-e2e' : resolve('.state/e2e')

/** The folder for the state of a shop of the browser tests. Runs on different ports have different folders. */
export const stateOf = (name: string): string => `${stateRoot}/${basePort}-${name}`

/** The state after `npm start` on an empty state. global-setup.ts makes it once for each run. */
export const SEEDED_STATE = stateOf('seeded')

export function removeStates(): void {
  for (const state of globSync(stateOf('*'))) rmSync(state, { recursive: true, force: true })
}

const worker = process.env.TEST_PARALLEL_INDEX ?? '0'

/** The state of this worker's shop. */
export const WORKER_STATE = stateOf(`worker-${worker}`)

/** Copies the seeded state for one shop of this worker. Returns the folder of the copy. */
export function seededState(name: string): string {
  const state = stateOf(`${name}-${worker}`)
  rmSync(state, { recursive: true, force: true })
  cpSync(SEEDED_STATE, state, { recursive: true })
  return state
}

/** Starts a shop in its own process group. Resolves when the shop's log says that it runs. */
export async function startShop(
  port: number,
  stateDir: string,
  vars: Record<string, string> = {},
): Promise<{ process: ChildProcess }> {
  const env = { ...process.env, ...vars, PORT: String(port), STATE_DIR: stateDir, TEST_STATEMENTS: '1' }
  const shop = spawn('npm', ['start', '--silent'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let log = ''
  await new Promise<void>((ready, failed) => {
    shop.on('exit', () => failed(new Error(`The shop ended:\n${log}`)))
    shop.stdout?.on('data', (chunk) => {
      log += chunk
      if (log.includes(`running at http://localhost:${port}`) && log.includes('admin / ')) ready()
    })
  })
  return { process: shop }
}

export async function endShop(shop: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const ended = new Promise((resolve) => shop.on('exit', resolve))
  if (shop.pid) process.kill(-shop.pid, signal)
  await ended
}

/** Opens the database of a shop that does not run. */
export function databaseOf(state: string): DatabaseSync {
  const [file] = globSync(`${state}/v3/d1/*/*.sqlite`).filter((path) => !path.endsWith('metadata.sqlite'))
  const db = new DatabaseSync(file ?? '')
  db.exec('PRAGMA busy_timeout = 5000')
  return db
}

/** Changes rows of this worker's shop, for cases that no page or API call can cause. Returns the number of changed rows, with those of triggers. */
export const changeTables = (sql: string, ...params: (string | number)[]): Promise<number> =>
  executeStatement(WORKER_STATE, sql, params)

/** Signs a release's statement with the publisher key of this worker's shop, as ssh-keygen would. */
export async function signStatement(statement: string): Promise<string> {
  const publisher = await localPublisher(WORKER_STATE)
  return toArmor(await publisher.sign(statement))
}
