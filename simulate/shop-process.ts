import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, toolEnv } from '../scripts/prepare.mjs'

/** In memory if possible, because on disk every write waits. A run without findings needs no files afterwards. */
const stateRoot = existsSync('/dev/shm') ? '/dev/shm/windfall-simulate' : resolve(root, '.state/simulate')

type Start = { movedMs: number; cryptoProvider: 'coinbase' | 'btcpay' }

/** A shop like that of `npm start`, with its own state and port. It can be killed and restarted on the same state. */
export class ShopProcess {
  readonly stateDir: string
  readonly baseUrl: string
  #process: ChildProcess | null = null
  #log = ''

  readonly #port: number

  constructor(port: number, name: string) {
    this.#port = port

    this.stateDir = join(stateRoot, `${port}-${name}`)
    this.baseUrl = `http://localhost:${port}`
  }

  /** Starts with an empty state. */
  async begin(start: Start): Promise<void> {
    this.remove()
    mkdirSync(this.stateDir, { recursive: true })
    await this.start(start)
  }

  async start({ movedMs, cryptoProvider }: Start): Promise<void> {
    const shop = spawn('node', ['scripts/serve.ts'], {
      cwd: root,
      env: toolEnv({
        PORT: String(this.#port),
        STATE_DIR: this.stateDir,
        CLOCK_MOVED_MS: String(movedMs),
        CRYPTO_PROVIDER: cryptoProvider,
        WINDFALL_LAUNCHER: String(process.pid),
      }),
      // If this process ends, the channel closes, and the shop ends too.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A separate process group: only this process handles Ctrl+C.
      detached: true,
    })
    this.#process = shop
    const began = this.#log.length
    shop.stderr?.on('data', (chunk) => {
      this.#log += chunk
    })
    await new Promise<void>((ready, failed) => {
      shop.on('exit', () => failed(new Error(`The shop ended:\n${this.#log.slice(began)}`)))
      shop.stdout?.on('data', (chunk) => {
        this.#log += chunk
        if (this.#log.slice(began).includes('admin / ')) ready()
      })
    })
  }

  /** Simulates a crash: no cleanup runs. Killing workerd also kills node, because node cannot run without it. */
  async kill(which: 'workerd' | 'node'): Promise<void> {
    const shop = this.#process
    if (!shop?.pid) return
    const ended = new Promise((done) => shop.on('exit', done))
    const workerd = this.#workerdPids()
    if (which === 'workerd') for (const pid of workerd) kill(pid)
    kill(shop.pid)
    await ended
    this.#process = null
    // A workerd without its node process continues for a while; the next start on this state ends it.
    if (which === 'node') await new Promise((resume) => setTimeout(resume, 300))
  }

  async stop(): Promise<void> {
    const shop = this.#process
    if (shop?.pid && shop.exitCode === null && shop.signalCode === null) {
      const ended = new Promise((done) => shop.on('exit', done))
      shop.kill('SIGTERM')
      await ended
      this.#process = null
    }
    // Kills a workerd that a killed node process left behind. After a clean stop, the list is empty.
    for (const pid of this.#workerdPids()) if (isWorkerd(pid)) kill(pid)
  }

  /** The shop's output. */
  get log(): string {
    return this.#log
  }

  remove(): void {
    rmSync(this.stateDir, { recursive: true, force: true })
  }

  /** The process ids that the running shop stored. */
  #workerdPids(): number[] {
    const file = join(this.stateDir, '.running')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { workerd: number[] }).workerd : []
  }
}

/** The process id can belong to another process by now. */
function isWorkerd(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) && readFileSync(file, 'utf8').includes('workerd')
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}
