import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, toolEnv } from '../scripts/prepare.mjs'

/** In memory where that can be had: a run that finds nothing leaves nothing, and every write waits for the disk otherwise. */
const stateRoot = existsSync('/dev/shm') ? '/dev/shm/windfall-simulate' : resolve(root, '.state/simulate')

type Start = { movedMs: number; cryptoProvider: 'coinbase' | 'btcpay' }

/** A shop as `npm start` serves it, on a state and a port of its own. It can be killed and started again on that state. */
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

  /** Begins with nothing. */
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
      // Where this process is gone the channel closes, and the shop ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl+C is this process's to handle.
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

  /** As a crash: nothing is finished or closed. The one that is not killed cannot go on without the other. */
  async kill(which: 'workerd' | 'node'): Promise<void> {
    const shop = this.#process
    if (!shop?.pid) return
    const ended = new Promise((done) => shop.on('exit', done))
    const workerd = this.#workerdPids()
    if (which === 'workerd') for (const pid of workerd) kill(pid)
    kill(shop.pid)
    await ended
    this.#process = null
    // A workerd that its node left behind goes on for a while; the next start on this state ends it.
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
    // One that a killed node left behind. A shop that ended as it should has noted none.
    for (const pid of this.#workerdPids()) if (isWorkerd(pid)) kill(pid)
  }

  /** What the shop printed. */
  get log(): string {
    return this.#log
  }

  remove(): void {
    rmSync(this.stateDir, { recursive: true, force: true })
  }

  /** As the running shop noted them. */
  #workerdPids(): number[] {
    const file = join(this.stateDir, '.running')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { workerd: number[] }).workerd : []
  }
}

/** The number may be another process's by now. */
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
