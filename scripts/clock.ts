// Fires the cron triggers in local runs. The platform does not fire them for a local Worker.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root } from './prepare.mjs'
import { dueCrons } from './schedule.ts'

/** These run at every tick. The five-minute cron is included, so that a developer need not wait for it. */
const EVERY_TICK = ['* * * * *', '*/5 * * * *']

/**
 * Fires the triggers of wrangler.toml each minute; the first tick also fires those missed while no shop ran on this
 * state. Returns a function that stops the clock.
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
