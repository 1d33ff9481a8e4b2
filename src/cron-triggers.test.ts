import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the schedules in cron.ts equal the cron triggers in wrangler.toml', () => {
  const [, list = ''] = /^crons = \[(.*)\]$/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? []
  const triggers = [...list.matchAll(/"([^"]+)"/g)].map(([, trigger]) => trigger)
  const source = readFileSync('src/worker/cron.ts', 'utf8')
  const known = [...source.matchAll(/^export const [A-Z_]+ = '([^']+)'$/gm)].map(([, schedule]) => schedule)
  expect(known).toHaveLength(4)
  expect(known.toSorted()).toEqual(triggers.toSorted())
})
