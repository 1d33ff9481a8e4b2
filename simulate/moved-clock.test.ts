import { globSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { withMovedClock } from '../scripts/moved-clock.ts'

const RealDate = Date
afterAll(() => {
  globalThis.Date = RealDate
})

const HOUR_MS = 3_600_000
const built = {
  modulesRoot: '/dist',
  modules: [{ type: 'ESModule', path: '/dist/index.js' }],
  durableObjects: { HUB: { className: 'UserHub' }, OTHER: { className: 'Elsewhere', scriptName: 'other' } },
}

test('withMovedClock wraps the Worker and its own Durable Objects, and does not change their modules', () => {
  const [entry, , ...rest] = withMovedClock(built, HOUR_MS).modules
  expect(rest).toEqual(built.modules)
  expect(entry).toHaveProperty('contents', expect.stringContaining("from './index.js'"))
  expect(entry).toHaveProperty('contents', expect.stringContaining('class UserHub extends worker.UserHub'))
  expect(entry).toHaveProperty('contents', expect.not.stringContaining('Elsewhere'))
})

test('a moved clock shifts the current time and alarms, but no other dates', async () => {
  const [, module] = withMovedClock(built, HOUR_MS).modules
  const text = (module as { contents?: string }).contents ?? ''
  const { clock, moveAlarms } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`
  )
  const isAnHourAhead = (at: number) => Math.abs(at - RealDate.now() - HOUR_MS) < 1_000
  expect(isAnHourAhead(Date.now())).toBe(true)
  expect(new Date() instanceof Date).toBe(true)
  expect(new Date(5).getTime()).toBe(5)
  expect(Date.UTC(2026, 0)).toBe(RealDate.UTC(2026, 0))

  class Storage {
    at: number | null = null
    async setAlarm(at: number) {
      this.at = at
    }
    async getAlarm() {
      return this.at
    }
  }
  const storage = new Storage()
  moveAlarms(storage)
  moveAlarms(new Storage())
  await storage.setAlarm(HOUR_MS + 7)
  expect(storage.at).toBe(7)
  expect(await storage.getAlarm()).toBe(HOUR_MS + 7)
  clock.movedMs = 0
  expect(isAnHourAhead(Date.now())).toBe(false)
})

test('no deployed file refers to the moved clock', () => {
  const deployed = ['wrangler.toml', 'vite.config.ts', 'scripts/build.ts', 'scripts/deploy.mjs']
  const files = [...deployed, ...globSync('{src,public}/**/*.{ts,tsx,js}')]
  expect(files.length).toBeGreaterThan(500)
  const knowing = files.filter((path) =>
    /moved-?clock|CLOCK_MOVED_MS|sandbox\/clock/i.test(readFileSync(path, 'utf8')),
  )
  expect(knowing).toEqual([])
})
