import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dueCrons } from '../scripts/schedule.ts'

const [, list = ''] = /^crons = \[(.*)\]$/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? []
const crons = [...list.matchAll(/"([^"]+)"/g)].map(([, cron = '']) => cron)
const [minutely, fiveMinutely, daily, monthly] = crons
const at = (text: string) => Date.parse(`${text}Z`)

describe('the triggers of wrangler.toml are due', () => {
  test.each([
    ['in any minute', '2026-11-22T10:01:59', '2026-11-22T10:02:00', [minutely]],
    ['in a minute that 5 divides', '2026-11-22T10:04:10', '2026-11-22T10:05:10', [minutely, fiveMinutely]],
    ['at the time of the daily one', '2026-11-22T03:16:30', '2026-11-22T03:17:30', [minutely, daily]],
    [
      'at the time of the monthly one on another day',
      '2026-11-22T04:46:59',
      '2026-11-22T04:47:59',
      [minutely],
    ],
    ['at the time of the monthly one', '2026-12-01T04:46:59', '2026-12-01T04:47:59', [minutely, monthly]],
    [
      'after a day without a run',
      '2026-11-21T12:00:00',
      '2026-11-22T12:00:00',
      [minutely, fiveMinutely, daily],
    ],
    ['after a month without a run', '2026-11-02T00:00:00', '2026-12-02T00:00:00', crons],
    ['twice within one minute', '2026-11-22T10:05:01', '2026-11-22T10:05:59', []],
  ])('%s', (_, from, to, due) => {
    expect(dueCrons(crons, at(from), at(to))).toEqual(due)
  })
})

test.each(['* * * *', '* * * * 1', '1-5 * * * *', 'x * * * *', '*/0 * * * *'])(
  'the schedule "%s" is refused',
  (cron) => {
    expect(() => dueCrons([cron], 0, 60_000)).toThrow('Cannot read the schedule')
  },
)
