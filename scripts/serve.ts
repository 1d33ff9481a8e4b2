// Serves the production bundle with the sandbox: migrates and seeds the state first, fires the crons, and prints a line
// when the shop is ready. With different PORT and STATE_DIR, several shops can run in parallel.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startClock } from './clock.ts'
import { startLocal } from './local.ts'
import { serveStatements } from './local-statements.ts'
import { fingerprint, onceFor, run, stateDir } from './prepare.mjs'
import { forgetRun, markRun, noteRun, takeOver } from './running.ts'
import { DEMO_ACCOUNTS, seed, seedFingerprint } from './seed.ts'

const port = Number(process.env.PORT ?? 5173)
const state = stateDir()
const publicUrl = `http://localhost:${port}`

mkdirSync(state, { recursive: true })
await takeOver(state)
markRun(state)
await onceFor(join(state, '.migrated'), fingerprint(['migrations']), () => {
  run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
})
// Settings of this run. The sandbox plays both crypto providers: CRYPTO_PROVIDER selects the provider of new charges.
const SETTINGS = ['CRYPTO_PROVIDER', 'ADMIN_SECOND_FACTOR']
const vars = Object.fromEntries(
  SETTINGS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
)
const { CLOCK_MOVED_MS } = process.env
const miniflare = await startLocal({
  port,
  stateDir: state,
  vars,
  // Simulated runs move the clock.
  clockMovedMs: CLOCK_MOVED_MS === undefined ? undefined : Number(CLOCK_MOVED_MS),
})
noteRun(state, Number(process.env.WINDFALL_LAUNCHER ?? process.ppid))
await onceFor(join(state, '.seeded'), seedFingerprint(), () => seed(miniflare, publicUrl, state))

if (process.env.TEST_STATEMENTS) await serveStatements(miniflare, state)

const shop = await miniflare.getWorker('windfall')
const stopClock = startClock(state, (cron) => shop.scheduled({ cron }))

console.log(`
Windfall is running at ${publicUrl}
  Sandbox (payments, inbox, faults)  ${publicUrl}/sandbox
${DEMO_ACCOUNTS.map(({ username, password, isAdmin }) => `  ${isAdmin ? 'Admin' : 'Customer'}: ${username} / ${password}`).join('\n')}
`)

let stopping = false
process.on('exit', () => forgetRun(state))
async function stop() {
  if (stopping) return
  stopping = true
  stopClock()
  await miniflare.dispose().catch((error: unknown) => console.error(error))
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// The channel to start.mjs closes when that process ends, also after a crash.
process.on('disconnect', stop)
