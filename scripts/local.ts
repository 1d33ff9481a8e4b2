// Runs the built shop and the sandbox in one local workerd: the same bundle as the deployed one, plus one binding.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import {
  unstable_readConfig as readConfig,
  unstable_getMiniflareWorkerOptions as workerOptionsOf,
} from 'wrangler'
import { withMovedClock } from './moved-clock.ts'
import { localPaymentLinks } from './payment-links.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

export type LocalRun = {
  port: number
  /** The directory with the data of D1, R2, queues and Durable Objects. */
  stateDir: string
  /** Overrides variables of the configuration, for tests. */
  vars?: Record<string, string>
  /** Gives the shop a socket without miniflare's proxies, for measurements: `unsafeGetDirectURL('windfall-sandbox')`. */
  directSocket?: true
  /**
   * Adds a second isolate of the shop on the same data, as another data centre has one, with a socket of its own:
   * `unsafeGetDirectURL('windfall-second')`. It handles no queues.
   */
  secondIsolate?: true
  /** Gives both Workers a movable clock that starts this many milliseconds ahead of the machine's clock. */
  clockMovedMs?: number
  /** Adds modules around the shop's Worker, for measurements. */
  // biome-ignore lint/suspicious/noExplicitAny: as `workerFrom`
  around?: (shop: any) => any
}

/** Starts both Workers. The address accepts requests once this promise resolves. */
export async function startLocal({
  port,
  stateDir,
  vars = {},
  directSocket,
  secondIsolate,
  clockMovedMs,
  around,
}: LocalRun): Promise<Miniflare> {
  const publicUrl = `http://localhost:${port}`
  const local = {
    PUBLIC_URL: publicUrl,
    MAIL_RETRY_BASE_SECONDS: '2',
    LOG_ORIGIN: 'localhost/log',
    PAYMENT_LINKS: localPaymentLinks(publicUrl),
    ...vars,
  }
  const clocked = (worker: Awaited<ReturnType<typeof workerFrom>>) =>
    clockMovedMs === undefined ? worker : withMovedClock(worker, clockMovedMs)
  const built = clocked(await workerFrom('windfall', join(root, 'dist', 'windfall', 'wrangler.json')))
  const shop = around ? around(built) : built
  const sandbox = clocked(
    await workerFrom(
      'windfall-sandbox',
      join(root, 'sandbox', 'wrangler.toml'),
      join(root, 'dist', 'sandbox', 'index.js'),
    ),
  )
  const secrets = readDevVars()
  const bound = {
    ...shop,
    bindings: { ...shop.bindings, ...secrets, ...local },
    serviceBindings: { ...shop.serviceBindings, SANDBOX: 'windfall-sandbox' },
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port,
      publicUrl,
      log: new Log(LogLevel.ERROR),
      telemetry: { enabled: false },
      unsafeTriggerHandlers: true,
      resourcePersistencePath: join(stateDir, 'v3'),
      cf: false,
      workers: [
        { ...bound, queueConsumers: withoutWaiting(shop.queueConsumers) },
        ...(secondIsolate ? [secondOf(bound)] : []),
        {
          ...sandbox,
          // A socket of the shop's own would go through the Worker that looks for static files.
          ...(directSocket && { unsafeDirectSockets: [{ host: '127.0.0.1', serviceName: 'windfall' }] }),
          bindings: { ...sandbox.bindings, ...secrets, PUBLIC_URL: publicUrl },
        },
      ],
    }),
  )
  await miniflare.ready
  return miniflare
}

/** The options of a built Worker for miniflare: its modules, the entry first, and what its configuration names. */
// biome-ignore lint/suspicious/noExplicitAny: miniflare's per-worker options have no exported name of their own
export async function workerFrom(name: string, configPath: string, mainOverride?: string): Promise<any> {
  const { workerOptions, main } = workerOptionsOf(readConfig({ config: configPath }))
  const entry = mainOverride ?? main
  if (!entry) throw new Error(`${configPath} names no entry`)
  const { modulesRules, ...options } = workerOptions
  const modulesRoot = dirname(entry)
  const found = (modulesRules ?? []).flatMap(({ type, include }) =>
    globSync(include, { cwd: modulesRoot }).map((path) => ({ type, path: join(modulesRoot, path) })),
  )
  const modules = [{ type: 'ESModule', path: entry }, ...found.filter(({ path }) => path !== entry)]
  return { ...options, name, rootPath: modulesRoot, modulesRoot, modules }
}

/** The same Worker under another name, with the hubs and limiters of the first. */
// biome-ignore lint/suspicious/noExplicitAny: as `workerFrom`
function secondOf({ queueConsumers, ...shop }: any): any {
  const objects = Object.entries(shop.durableObjects as Record<string, object>)
  return {
    ...shop,
    name: 'windfall-second',
    durableObjects: Object.fromEntries(
      objects.map(([binding, object]) => [binding, { ...object, scriptName: shop.name }]),
    ),
    unsafeDirectSockets: [{ host: '127.0.0.1' }],
  }
}

/** A deployed queue waits a second for a batch to fill. A local run skips this wait, which a developer would notice. */
function withoutWaiting(consumers: Record<string, object> = {}): Record<string, object> {
  return Object.fromEntries(
    Object.entries(consumers).map(([queue, options]) => [queue, { ...options, maxBatchTimeout: 0 }]),
  )
}

/** The variables of `.dev.vars`, from lines NAME=value. */
function readDevVars(): Record<string, string> {
  const lines = readFileSync(join(root, '.dev.vars'), 'utf8').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const match = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line.trim())
      return match?.[1] ? [[match[1], (match[2] ?? '').replace(/^"(.*)"$/, '$1')]] : []
    }),
  )
}
