// The platform's clock for local runs: nothing else fires the triggers of a local Worker.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root } from './prepare.mjs'
import { dueCrons } from './schedule.ts'

/** Also those of every five minutes: one person is at work here, who would only see the wait. */
const EVERY_TICK = ['* * * * *', '*/5 * * * *']

/**
 * Fires the triggers of wrangler.toml each minute, at first those that were due while nothing ran on this state. Returns
 * what stops it.
 */
export function startClock(stateDir: string, fire: (cron: string) => Promise<unknown>): () => void {
  const crons = readConfig({ config: join(root, 'wrangler.toml') }).triggers.crons ?? []
  const firedFile = join(stateDir, '.crons-fired')
  let firedAt = existsSync(firedFile) ? Number(readFileSync(firedFile, 'utf8')) : Date.now()
  let stopped = false
  let ticking = false
  const tick = async () => {
    if (ticking) return
    ticking = true
    const now = Date.now()
    for (const cron of new Set([...EVERY_TICK, ...dueCrons(crons, firedAt, now)])) {
      await fire(cron).catch((error: unknown) => {
        if (!stopped) console.error(`cron ${cron}:`, error)
      })
    }
    firedAt = now
    if (!stopped) writeFileSync(firedFile, String(now))
    ticking = false
  }
  void tick()
  const clock = setInterval(tick, 60_000)
  return () => {
    stopped = true
    clearInterval(clock)
  }
}
