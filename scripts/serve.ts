// Serves the production bundle with the sandbox: migrates and seeds the state first, fires the crons, and says when
// it is ready. PORT and STATE_DIR can be set, so several can run side by side.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root, startLocal } from './local.ts'
import { fingerprint, onceFor, run, stateDir } from './prepare.mjs'
import { forgetRun, markRun, noteRun, takeOver } from './running.ts'
import { dueCrons } from './schedule.ts'
import { DEMO_ACCOUNTS, seed, seedFingerprint } from './seed.ts'

const port = Number(process.env.PORT ?? 5173)
const state = stateDir()
const publicUrl = `http://localhost:${port}`

mkdirSync(state, { recursive: true })
await takeOver(state)
markRun(state)
await onceFor(join(state, '.migrated'), fingerprint(['migrations']), () => {
  run('node', ['scripts/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
})
// The sandbox plays both crypto providers; which one takes new charges can be chosen for a run.
const { CRYPTO_PROVIDER, CLOCK_MOVED_MS } = process.env
const miniflare = await startLocal({
  port,
  stateDir: state,
  vars: CRYPTO_PROVIDER ? { CRYPTO_PROVIDER } : {},
  // Simulated runs move the clock.
  clockMovedMs: CLOCK_MOVED_MS === undefined ? undefined : Number(CLOCK_MOVED_MS),
})
noteRun(state, Number(process.env.WINDFALL_LAUNCHER ?? process.ppid))
await onceFor(join(state, '.seeded'), seedFingerprint(), () => seed(miniflare, publicUrl))

// The platform's clock: nothing fires the triggers of a local Worker. What was due while nothing ran is fired at once.
const shop = await miniflare.getWorker('windfall')
const { triggers } = readConfig({ config: join(root, 'wrangler.toml') })
const crons = triggers.crons ?? []
/** Also those of every five minutes: one person is at work here, who would only see the wait. */
const everyTick = ['* * * * *', '*/5 * * * *']
const firedFile = join(state, '.crons-fired')
let firedAt = existsSync(firedFile) ? Number(readFileSync(firedFile, 'utf8')) : Date.now()
let stopping = false
let ticking = false
const tick = async () => {
  if (ticking) return
  ticking = true
  const now = Date.now()
  for (const cron of new Set([...everyTick, ...dueCrons(crons, firedAt, now)])) {
    await shop.scheduled({ cron }).catch((error: unknown) => {
      if (!stopping) console.error(`cron ${cron}:`, error)
    })
  }
  firedAt = now
  if (!stopping) writeFileSync(firedFile, String(now))
  ticking = false
}
void tick()
const clock = setInterval(tick, 60_000)

console.log(`
Windfall is running at ${publicUrl}
  Sandbox (payments, inbox, faults)  ${publicUrl}/sandbox
${DEMO_ACCOUNTS.map(({ username, password, isAdmin }) => `  ${isAdmin ? 'Admin' : 'Customer'}: ${username} / ${password}`).join('\n')}
`)

process.on('exit', () => forgetRun(state))
async function stop() {
  if (stopping) return
  stopping = true
  clearInterval(clock)
  await miniflare.dispose().catch((error: unknown) => console.error(error))
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// The channel to start.mjs closes when that process is gone, however it ended.
process.on('disconnect', stop)
